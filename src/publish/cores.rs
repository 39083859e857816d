//! Work that is done on all cores, in order of the input whoever did it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Does the same with every item. `seen` is told now and then how many are done, of how many.
pub(super) fn on_all_cores<T: Sync, R: Send>(
    items: &[T],
    work: &(dyn Fn(&T) -> R + Sync),
    seen: &mut dyn FnMut(usize, usize),
) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let (next, (tell, done)) = (AtomicUsize::new(0), mpsc::channel());
    let mut found: Vec<Option<R>> = std::iter::repeat_with(|| None).take(items.len()).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    if tell.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        let mut number = 0;
        loop {
            match done.recv_timeout(Duration::from_millis(100)) {
                Ok((index, result)) => {
                    found[index] = Some(result);
                    number += 1;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            seen(number, items.len());
        }
    });
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_stays_in_order() {
        let items: Vec<u32> = (0..1000).collect();
        let mut last = 0;
        let doubled = on_all_cores(&items, &|item| item * 2, &mut |done, of| {
            assert!(done >= last && of == 1000);
            last = done;
        });
        assert_eq!(doubled, (0..1000).map(|item| item * 2).collect::<Vec<u32>>());
        assert_eq!(last, 1000);
        assert!(on_all_cores(&[], &|item: &u32| *item, &mut |_, _| {}).is_empty());
    }
}
