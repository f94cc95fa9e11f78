//! Chunks: what a plain question does not need, as files of WebAssembly that are fetched when they are first needed.
//!
//! A chunk begins where [`chunk!`] stands. The functions that it names, and all that only they use, are in the chunk. That is
//! so in what is shipped: `cargo xtask` builds that with `--cfg chunks` and cuts it (`docs/decisions/0008-chunks.md`). In
//! every other build there is one file, and each chunk is there from the beginning.
//!
//! Knows how to wait for a chunk, and nothing of what is in it.

use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

use js_sys::Function;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The page's function that loads a chunk.
    static LOADER: RefCell<Option<Function>> = RefCell::default();
}

/// Has chunks loaded by `loader` from now on: it is given a name, and a function that it calls with whether the chunk came.
pub(crate) fn set_loader(loader: Function) {
    LOADER.set(Some(loader));
}

/// The functions of a chunk: `F` is a table of function pointers, or one of them.
pub(crate) struct Chunk<F: 'static> {
    name: &'static str,
    enter: fn() -> Option<F>,
    functions: Cell<Option<F>>,
}

impl<F: Copy> Chunk<F> {
    /// A chunk that is not there yet. [`chunk!`] calls this.
    pub(crate) const fn new(name: &'static str, enter: fn() -> Option<F>) -> Chunk<F> {
        Chunk { name, enter, functions: Cell::new(None) }
    }

    /// The functions, if they are there.
    fn functions(&self) -> Option<F> {
        match cfg!(chunks) {
            true => self.functions.get(),
            false => (self.enter)(),
        }
    }

    /// The functions, once the chunk has come.
    fn enter(&self) -> Option<F> {
        self.functions.set((self.enter)());
        self.functions.get()
    }
}

/// Calls `then` with the functions of a chunk: at once if they are there, otherwise when they have come. If they do not come,
/// `then` is given `None`; the loader reports why to the page's developer, and the next call tries again.
pub(crate) fn load<F: Copy>(chunk: &'static LocalKey<Chunk<F>>, then: impl FnOnce(Option<F>) + 'static) {
    if let Some(functions) = chunk.with(Chunk::functions) {
        return then(Some(functions));
    }
    let enter = move |is_loaded: bool| then(is_loaded.then(|| chunk.with(Chunk::enter)).flatten());
    start(chunk.with(|chunk| chunk.name), Box::new(enter));
}

/// The functions of a chunk, if it has come.
pub(crate) fn ready<F: Copy>(chunk: &'static LocalKey<Chunk<F>>) -> Option<F> {
    chunk.with(Chunk::functions)
}

/// The functions of a chunk that the page has loaded by itself.
pub(crate) fn loaded<F: Copy>(chunk: &'static LocalKey<Chunk<F>>) -> Option<F> {
    chunk.with(|chunk| chunk.functions().or_else(|| chunk.enter()))
}

/// Starts to load a chunk, and calls `then` with whether it came.
fn start(name: &str, then: Box<dyn FnOnce(bool)>) {
    match LOADER.with_borrow(Clone::clone) {
        Some(loader) => {
            let _ = loader.call2(&JsValue::UNDEFINED, &name.into(), &Closure::once_into_js(then));
        }
        None => then(false),
    }
}

/// Declares a chunk: its name, which is that of its file too, and its functions, which it begins with.
///
/// Several can have the same name. They are in one file then.
macro_rules! chunk {
    ($(#[$attribute:meta])* $visibility:vis static $chunk:ident: $functions:ty = $name:ident($value:expr)) => {
        thread_local! {
            $(#[$attribute])*
            $visibility static $chunk: $crate::chunk::Chunk<$functions> = const {
                /// What is on the other side of the cut.
                #[cfg_attr(chunks, ::wasm_split_helpers::wasm_split($name, wasm_split_path = crate::chunk))]
                fn functions() -> $functions {
                    $value
                }
                #[cfg(chunks)]
                fn enter() -> Option<$functions> {
                    $crate::chunk::cut::now(functions())
                }
                #[cfg(not(chunks))]
                fn enter() -> Option<$functions> {
                    Some(functions())
                }
                $crate::chunk::Chunk::new(stringify!($name), enter)
            };
        }
    };
}
pub(crate) use chunk;

/// What the attribute `wasm_split` wants to be given besides: a way to load a chunk from within. Ours is loaded by the page
/// before anybody calls what is in it, so there is nothing to wait for, and less to download than with the crate's own.
#[cfg(chunks)]
pub(crate) mod rt {
    use std::convert::Infallible;
    use std::ffi::c_void;
    use std::pin::Pin;

    pub(crate) type LoadCallbackFn = unsafe extern "C" fn(*const c_void, bool);

    pub(crate) struct LazySplitLoader;

    impl LazySplitLoader {
        pub(crate) const fn new(_: unsafe extern "C" fn(LoadCallbackFn, *const c_void)) -> LazySplitLoader {
            LazySplitLoader
        }
    }

    pub(crate) async fn ensure_loaded(_: Pin<&LazySplitLoader>) -> Result<(), Infallible> {
        Ok(())
    }
}

/// How the other side of the cut is reached.
#[cfg(chunks)]
pub(crate) mod cut {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// What a future that waits for nothing gives.
    pub(crate) fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }
}
