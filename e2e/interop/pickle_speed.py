"""Times pickle.dumps and pickle.loads of source 000's dictionary, 10,000 × 1,280 float64: `pickle_speed.py PROTOCOL TIMES` prints JSON."""

import json
import pickle
import sys
import time

from formatlab_data import as_python, keyed_vectors

protocol, times = int(sys.argv[1]), int(sys.argv[2])
data = as_python(keyed_vectors(1, 10_000))
samples = []
for _ in range(times):
    start = time.perf_counter()
    file = pickle.dumps(data, protocol)
    encoded = time.perf_counter()
    found = pickle.loads(file)
    decoded = time.perf_counter()
    samples.append({"encodeMs": (encoded - start) * 1e3, "decodeMs": (decoded - encoded) * 1e3})
    del file, found
print(json.dumps(samples))
