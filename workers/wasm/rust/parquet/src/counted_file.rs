//! A file in memory that counts the bytes which are read of it.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use bytes::{buf, Bytes};
use parquet::errors::Result;
use parquet::file::reader::{ChunkReader, Length};

/// Clones share the count.
#[derive(Clone)]
pub struct CountedFile {
    bytes: Bytes,
    touched_bytes: Arc<AtomicU64>,
}

impl CountedFile {
    pub fn new(bytes: Bytes) -> Self {
        Self { bytes, touched_bytes: Arc::default() }
    }

    /// The same file with a count of its own.
    pub fn counted_anew(&self) -> Self {
        Self::new(self.bytes.clone())
    }

    pub fn add_touched_bytes(&self, touched_bytes: u64) {
        self.touched_bytes.fetch_add(touched_bytes, Ordering::Relaxed);
    }

    /// The sum over all reads, so that bytes which are read twice count twice.
    pub fn touched_bytes(&self) -> u64 {
        self.touched_bytes.load(Ordering::Relaxed)
    }
}

impl Length for CountedFile {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }
}

impl ChunkReader for CountedFile {
    type T = CountedRead;

    fn get_read(&self, start: u64) -> Result<CountedRead> {
        Ok(CountedRead { read: self.bytes.get_read(start)?, touched_bytes: Arc::clone(&self.touched_bytes) })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.bytes.get_bytes(start, length)?;
        self.touched_bytes.fetch_add(length as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

pub struct CountedRead {
    read: buf::Reader<Bytes>,
    touched_bytes: Arc<AtomicU64>,
}

impl Read for CountedRead {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.read.read(into)?;
        self.touched_bytes.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}
