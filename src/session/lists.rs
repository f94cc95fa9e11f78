//! Lists that lose some of their items.

/// Keeps the items for which `stays` says so. For short lists: the standard library's way is quicker for long ones, and several times
/// as much code for each kind of item.
pub(super) fn keep_only<T>(list: &mut Vec<T>, stays: impl Fn(&T) -> bool) {
    let mut at = 0;
    while let Some(item) = list.get(at) {
        match stays(item) {
            true => at += 1,
            false => drop(list.remove(at)),
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::keep_only;

    #[test]
    fn what_stays_is_in_the_order_in_which_it_was() {
        let mut list = vec![1, 2, 3, 4, 5, 6];
        keep_only(&mut list, |number| number % 3 > 0);
        assert_eq!(list, [1, 2, 4, 5]);
        keep_only(&mut list, |_| false);
        assert!(list.is_empty());
    }
}
