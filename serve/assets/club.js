// Live changes, drafts, running totals and fewer taps. Everything works without it.
(() => {
  "use strict";
  const base = document.body.dataset.base || "";
  const say = (text) => { const line = document.getElementById("live"); if (line) line.textContent = text; };
  const store = {
    get: (key) => { try { return JSON.parse(localStorage.getItem("renown " + key)); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem("renown " + key, JSON.stringify(value)); } catch { /* full or closed */ } },
    drop: (key) => { try { localStorage.removeItem("renown " + key); } catch { /* closed */ } },
  };

  // Totals: points of what is ticked, points of a split.
  const total = (form) => {
    for (const out of form.querySelectorAll("output[data-sum]")) {
      const group = out.closest("fieldset");
      let sum = 0;
      for (const box of group.querySelectorAll("input:checked")) sum += Number(box.dataset.points || 0);
      out.textContent = `${sum} of ${out.dataset.sum} points`;
      out.classList.toggle("over", sum > Number(out.dataset.sum));
    }
    for (const out of form.querySelectorAll("output[data-split]")) {
      const group = out.closest("fieldset");
      let sum = 0;
      for (const field of group.querySelectorAll("input[data-step]")) sum += Number(field.value || 0) * Number(out.dataset.price);
      out.textContent = `${sum} of ${out.dataset.split} spent`;
      out.classList.toggle("over", sum > Number(out.dataset.split));
    }
  };

  // Steppers beside numbers of a split.
  const steppers = (root) => {
    for (const field of root.querySelectorAll("input[data-step]")) {
      if (field.dataset.ready) continue;
      field.dataset.ready = "1";
      const step = (by, words) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "step";
        button.textContent = by > 0 ? "+" : "−";
        button.setAttribute("aria-label", `${words} ${field.labels[0] ? field.labels[0].textContent : ""}`);
        button.addEventListener("click", () => {
          const next = Number(field.value || 0) + by;
          field.value = Math.max(Number(field.min), Math.min(Number(field.max), next));
          field.dispatchEvent(new Event("input", { bubbles: true }));
        });
        return button;
      };
      field.before(step(-1, "less for"));
      field.after(step(1, "more for"));
    }
  };

  // Drafts: what is typed survives a closed tab, by the name of what is due.
  const carried = new Set(["token", "due", "version"]);
  const fields = (form) => [...new FormData(form)].filter(([name]) => !carried.has(name));
  const restore = (form) => {
    const kept = store.get("draft " + form.dataset.draft);
    if (!kept) return;
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || carried.has(field.name)) continue;
      const values = kept.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "checkbox" || field.type === "radio") {
        field.checked = values.includes(field.value);
      } else if (values.length) field.value = values[0];
    }
    total(form);
  };

  const changed = new WeakSet();
  const ready = (root) => {
    steppers(root);
    for (const form of root.querySelectorAll("form")) {
      if (form.dataset.ready) continue;
      form.dataset.ready = "1";
      if (form.dataset.draft && !root.querySelector(".wrong")) restore(form);
      total(form);
    }
  };
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form) return;
    changed.add(form);
    total(form);
    if (form.dataset.draft) store.set("draft " + form.dataset.draft, fields(form));
  });

  // Sending: once, and again by itself when the network is away. The token makes it count once.
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const send = async (form, button) => {
    const body = new URLSearchParams([...new FormData(form)]);
    if (button && button.name) body.append(button.name, button.value);
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers: { "x-live": "1" } });
        const text = await answer.text();
        // An error of the middle of the way says nothing about what was done: the same token is sent again.
        if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Error(String(answer.status));
        if (form.dataset.draft && answer.ok && !(button && button.value === "look")) store.drop("draft " + form.dataset.draft);
        say("");
        return { answer, text };
      } catch {
        say("Not sent yet: the network is away. It is tried again.");
        await wait(Math.min(8000, 500 * 2 ** tries));
      }
    }
  };
  const show = (text, url) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const main = page.getElementById("main");
    if (!main) { location.reload(); return; }
    document.title = page.title;
    document.getElementById("main").replaceWith(main);
    const menu = page.querySelector("header.bar");
    if (menu) document.querySelector("header.bar").replaceWith(menu);
    if (url) history.pushState({}, "", url);
    ready(main);
  };
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    const action = new URL(form.action);
    if (["/in", "/out"].some((path) => action.pathname === base + path)) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    const { answer, text } = await send(form, event.submitter);
    delete form.dataset.sending;
    show(text, answer.redirected ? answer.url : null);
    const top = document.querySelector(".wrong, .done") || document.querySelector("h1");
    if (top) { top.tabIndex = -1; top.focus({ preventScroll: true }); top.scrollIntoView({ block: "start" }); }
  });
  window.addEventListener("popstate", () => location.reload());

  // Live: the stream says that something changed; the page is fetched and its content swapped, unless somebody types in it.
  let pending = false;
  const refresh = async () => {
    const main = document.getElementById("main");
    const busy = [...main.querySelectorAll("form")].some((form) => changed.has(form) || form.dataset.sending);
    if (busy) { pending = true; say("Something changed. It is shown when you have sent this, or look again."); return; }
    pending = false;
    try {
      const answer = await fetch(location.href, { headers: { "x-live": "1" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.getElementById("main");
      if (!next || next.innerHTML.replace(/name="token" value="\w+"/g, "") === main.innerHTML.replace(/name="token" value="\w+"/g, "")) return;
      const at = document.activeElement && document.activeElement.id;
      const open = new Set([...main.querySelectorAll("details[open][id]")].map((one) => one.id));
      main.replaceWith(next);
      for (const one of next.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = true;
      ready(next);
      if (at) { const field = document.getElementById(at); if (field) field.focus({ preventScroll: true }); }
      say("Up to date.");
      setTimeout(() => say(""), 2000);
    } catch { /* the next change tries again */ }
  };
  // One stream a browser: a tab that listens tells the others.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("renown" + base) : null;
  const listen = () => {
    const stream = new EventSource(base + "/live");
    // What changed while the page was on its way is noticed by the number that it was drawn at.
    let known = document.body.dataset.seen || null;
    const heard = (event) => {
      if (known !== null && known !== event.data) { refresh(); if (channel) channel.postMessage(event.data); }
      known = event.data;
    };
    stream.addEventListener("here", heard);
    stream.addEventListener("changed", heard);
  };
  if (channel) channel.addEventListener("message", refresh);
  if (document.querySelector(".menu")) {
    if (navigator.locks) navigator.locks.request("renown live" + base, () => new Promise(() => listen()));
    else listen();
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden && pending) refresh(); });
  ready(document);
})();
