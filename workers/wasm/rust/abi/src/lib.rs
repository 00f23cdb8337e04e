//! The Rust side of ../../glue/abi.h: a codec implements [`Codec`], and `formatlab_abi::export!(ItsType)` exports the calls.

mod arena;
#[cfg(not(target_arch = "wasm32"))]
pub mod trial;

pub use arena::{Arena, NoMemory};

/// `fl_error` of abi.h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Room = -1,
    Damaged = -2,
    Memory = -3,
    Parameter = -4,
    Refused = -5,
    Dictionary = -6,
}

/// What went wrong, as the page shows it after a colon.
#[derive(Debug)]
pub struct Failure {
    pub kind: Kind,
    pub message: String,
}

impl Failure {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The input is not what the codec writes.
    pub fn damaged(message: impl Into<String>) -> Self {
        Self::new(Kind::Damaged, message)
    }

    /// It would give more than the limit.
    pub fn room() -> Self {
        Self::new(Kind::Room, "it gives more than the limit")
    }
}

impl From<NoMemory> for Failure {
    fn from(_: NoMemory) -> Self {
        Self::new(Kind::Memory, "no memory for the output")
    }
}

/// One context of `open`: the parameters and what upstream keeps between calls. The result goes to the start of `output`; its size is returned.
pub trait Codec: Sized {
    /// As upstream names it, ended by a zero byte.
    const VERSION: &'static core::ffi::CStr;
    /// What decompressing needs its output's place to be a multiple of, up to 8.
    const ALIGNMENT: usize = 1;

    fn open(parameters: [i32; 8]) -> Result<Self, Failure>;
    fn compress(&mut self, input: &[u8], output: &mut Arena) -> Result<usize, Failure>;
    fn decompress(&mut self, input: &[u8], limit_bytes: usize, output: &mut Arena) -> Result<usize, Failure>;

    /// A dictionary of at most `size_bytes` from samples.
    fn train(_samples: &[&[u8]], _size_bytes: usize, _output: &mut Arena) -> Result<usize, Failure> {
        Err(Failure::new(Kind::Dictionary, "it has no dictionaries"))
    }

    /// Used from now on; none where it is empty.
    fn dictionary(&mut self, _dictionary: &[u8]) -> Result<(), Failure> {
        Err(Failure::new(Kind::Dictionary, "it has no dictionaries"))
    }
}

/// `struct fl_places` of abi.h.
#[repr(C)]
pub struct Places {
    output: *const u8,
    kept_bytes: u32,
    input: *const u8,
}

/// What a module holds beside its contexts.
pub struct State {
    /// For the input of one call, and for what stays.
    pub input: Arena,
    pub area: Arena,
    pub output: Arena,
    places: Places,
    /// Ended by a zero byte.
    message: Vec<u8>,
}

impl State {
    pub const fn new() -> Self {
        Self {
            input: Arena::new(),
            area: Arena::new(),
            output: Arena::new(),
            places: Places { output: core::ptr::null(), kept_bytes: 0, input: core::ptr::null() },
            message: Vec::new(),
        }
    }

    pub fn places(&mut self) -> *mut Places {
        &mut self.places
    }

    /// The input of this call.
    ///
    /// # Safety
    /// Where `size_bytes` is not 0, JavaScript has said where an arena holds so many bytes, which nothing writes to in this call.
    pub unsafe fn placed<'a>(&self, size_bytes: usize) -> &'a [u8] {
        if size_bytes == 0 {
            return &[];
        }
        core::slice::from_raw_parts(self.places.input, size_bytes)
    }

    /// Room for what several calls will give.
    pub fn reserve(&mut self, size_bytes: usize) -> bool {
        self.output.keep(self.places.kept_bytes as usize);
        let reserved = self.output.reserve(size_bytes).is_ok();
        self.places.output = self.output.start();
        reserved
    }

    /// One call with `input_bytes` of input, whose result comes behind what JavaScript wants kept.
    ///
    /// # Safety
    /// As `placed` has it.
    pub unsafe fn call(
        &mut self,
        input_bytes: u32,
        alignment: usize,
        work: impl FnOnce(&[u8], &mut Arena) -> Result<usize, Failure>,
    ) -> i32 {
        let kept = self.places.kept_bytes as usize;
        let padding = kept.next_multiple_of(alignment) - kept;
        self.output.keep(kept);
        let mut result =
            if padding == 0 { Ok(0) } else { self.output.reserve(padding).map(|_| 0).map_err(Failure::from) };
        if result.is_ok() {
            self.output.keep(kept + padding);
            result = work(self.placed(input_bytes as usize), &mut self.output);
        }
        if let (Ok(size_bytes), 1..) = (&result, padding) {
            self.output.keep(kept);
            self.output.bytes_mut().copy_within(padding..padding + size_bytes, 0);
        }
        self.places.output = self.output.start();
        self.answer(result)
    }

    pub fn message(&self) -> *const u8 {
        self.message.as_ptr()
    }

    /// The code of the failure, with its text kept for `message`.
    #[cold]
    pub fn fail(&mut self, failure: Failure) -> i32 {
        self.message = failure.message.into_bytes();
        self.message.retain(|&byte| byte != 0);
        self.message.push(0);
        failure.kind as i32
    }

    /// What a call returns: sizes above 2 GiB - 1 can't be told.
    pub fn answer(&mut self, result: Result<usize, Failure>) -> i32 {
        match result.map(i32::try_from) {
            Ok(Ok(size_bytes)) => size_bytes,
            Ok(Err(_)) => self.fail(NoMemory.into()),
            Err(failure) => self.fail(failure),
        }
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

/// A module's one state.
pub struct Global(core::cell::UnsafeCell<State>);

// SAFETY: a module has one thread.
#[cfg(target_arch = "wasm32")]
unsafe impl Sync for Global {}

impl Global {
    pub const fn new() -> Self {
        Self(core::cell::UnsafeCell::new(State::new()))
    }

    /// # Safety
    /// One at a time: the calls of the ABI don't nest.
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn state(&self) -> &mut State {
        &mut *self.0.get()
    }
}

impl Default for Global {
    fn default() -> Self {
        Self::new()
    }
}

/// The samples of `train`: one behind the other, their sizes (u32) behind them at the next multiple of 4.
pub fn split_samples(input: &[u8], samples_bytes: usize, count: usize) -> Result<Vec<&[u8]>, Failure> {
    let wrong = || Failure::new(Kind::Dictionary, "the samples and their sizes don't agree");
    let sizes = input
        .get(samples_bytes.next_multiple_of(4)..)
        .and_then(|rest| rest.get(..count.checked_mul(4)?))
        .ok_or_else(wrong)?;
    let mut rest = &input[..samples_bytes];
    let mut samples = Vec::with_capacity(count);
    for size in sizes.chunks_exact(4) {
        let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]) as usize;
        let (sample, behind) = rest.split_at_checked(size).ok_or_else(wrong)?;
        samples.push(sample);
        rest = behind;
    }
    Ok(samples)
}

/// Exports the calls of abi.h for a type that implements [`Codec`]; with `dictionaries`, those of dictionaries too.
#[macro_export]
macro_rules! export {
    ($codec:ty $(, $dictionaries:ident)?) => {
        // Natively, for the tests, these names would be libc's.
        #[cfg(target_arch = "wasm32")]
        mod exported {
            use super::*;
            use $crate::{Codec, Failure, Global};

            static GLOBAL: Global = Global::new();

            #[export_name = "input"]
            extern "C" fn input(size_bytes: u32) -> *mut u8 {
                // SAFETY: calls don't nest, here and below.
                let state = unsafe { GLOBAL.state() };
                state.input.reserve_anew(size_bytes as usize).map_or(core::ptr::null_mut(), |bytes| bytes.as_mut_ptr())
            }

            #[export_name = "area"]
            extern "C" fn area(size_bytes: u32) -> *mut u8 {
                let state = unsafe { GLOBAL.state() };
                state.area.reserve_anew(size_bytes as usize).map_or(core::ptr::null_mut(), |bytes| bytes.as_mut_ptr())
            }

            #[export_name = "places"]
            extern "C" fn places() -> *mut $crate::Places {
                unsafe { GLOBAL.state() }.places()
            }

            #[export_name = "reserve"]
            extern "C" fn reserve(size_bytes: u32) -> i32 {
                unsafe { GLOBAL.state() }.reserve(size_bytes as usize).into()
            }

            #[export_name = "message"]
            extern "C" fn message() -> *const u8 {
                unsafe { GLOBAL.state() }.message()
            }

            #[export_name = "version"]
            extern "C" fn version() -> *const core::ffi::c_char {
                <$codec as Codec>::VERSION.as_ptr()
            }

            #[export_name = "open"]
            extern "C" fn open(p0: i32, p1: i32, p2: i32, p3: i32, p4: i32, p5: i32, p6: i32, p7: i32) -> *mut $codec {
                match <$codec as Codec>::open([p0, p1, p2, p3, p4, p5, p6, p7]) {
                    Ok(codec) => Box::into_raw(Box::new(codec)),
                    Err(failure) => {
                        unsafe { GLOBAL.state() }.fail(failure);
                        core::ptr::null_mut()
                    }
                }
            }

            /// # Safety
            /// `context` came from `open` and is not used again.
            #[export_name = "close"]
            unsafe extern "C" fn close(context: *mut $codec) {
                drop(Box::from_raw(context));
            }

            /// # Safety
            /// `context` came from `open`, here and below.
            #[export_name = "compress"]
            unsafe extern "C" fn compress(context: *mut $codec, input_bytes: u32) -> i32 {
                GLOBAL.state().call(input_bytes, 1, |input, output| (*context).compress(input, output))
            }

            #[export_name = "decompress"]
            unsafe extern "C" fn decompress(context: *mut $codec, input_bytes: u32, limit_bytes: u32) -> i32 {
                GLOBAL.state().call(input_bytes, <$codec as Codec>::ALIGNMENT, |input, output| (*context).decompress(input, limit_bytes as usize, output))
            }

            $crate::export!(@$($dictionaries)? $codec);
        }
    };
    (@dictionaries $codec:ty) => {
        #[export_name = "train"]
        extern "C" fn train(samples_bytes: u32, count: u32, size_bytes: u32) -> i32 {
            // SAFETY: JavaScript has put the samples and their sizes there.
            unsafe {
                GLOBAL.state().call(samples_bytes.next_multiple_of(4) + 4 * count, 1, |input, output| {
                    let samples = $crate::split_samples(input, samples_bytes as usize, count as usize)?;
                    <$codec as Codec>::train(&samples, size_bytes as usize, output)
                })
            }
        }

        #[export_name = "dictionary"]
        unsafe extern "C" fn dictionary(context: *mut $codec, input_bytes: u32) -> i32 {
            let state = GLOBAL.state();
            let result: Result<(), Failure> = (*context).dictionary(state.placed(input_bytes as usize));
            state.answer(result.map(|()| 0))
        }
    };
    (@ $codec:ty) => {};
}
