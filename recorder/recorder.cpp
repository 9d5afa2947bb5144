// Adds up what the GPUs execute in an unmodified CUDA program: launches and time of every kernel, copied bytes, peak of
// allocated memory, and a hash of the loaded machine code. The CUDA driver loads this library in every process that
// initializes CUDA when CUDA_INJECTION64_PATH names it. The table is a file in shared memory (WARPGAUGE_KERNELS, a
// directory), so it survives a process that is killed. Never breaks the program: on any doubt it records nothing and
// leaves the reason in the file. Layouts: leading fields of the activity records of CUPTI 11 to 13, which newer releases
// only append to; no CUDA header is needed.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <pthread.h>
#include <set>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace {

constexpr uint32_t kVersion = 1, kRunning = 1, kEnded = 2, kRefused = 3;
constexpr size_t kEntries = 32768, kNameBytes = 8 << 20, kLongestName = 4096, kBufferBytes = 1 << 20;
constexpr size_t kOpenIntervals = 65536;
constexpr uint64_t kLongestNs = 86400ull * 1000000000ull;
constexpr useconds_t kFlushMicroseconds = 100000;

// Activity kinds and callback ids of CUPTI.
enum Kind : uint32_t { kMemcpy = 1, kMemset = 2, kKernel = 10, kMemory = 49 };
constexpr int kResourceDomain = 3;
constexpr uint32_t kModuleLoaded = 6;

// The file: header, entries, names. Little endian, as x64 and arm64 are. Read by src/io/gpu/kernel-table.ts.
struct Header {
  char magic[8];
  uint32_t version, pid, state, cupti;
  uint64_t entries, nameBytes, firstNs, lastNs, busyNs;
  uint64_t copied[16];
  uint64_t copies, memsets, heldBytes, peakBytes, largestBytes, modules, code, records, damaged, lost, dropped;
  char library[512], reason[512], program[512];
};
struct Entry {
  uint64_t ns, launches;
  uint32_t nameOffset, nameLength;
  int32_t grid[3], block[3];
  uint32_t device, unused;
};
constexpr size_t kHeaderBytes = 4096;
static_assert(sizeof(Header) <= kHeaderBytes && sizeof(Entry) == 56);
constexpr size_t kFileBytes = kHeaderBytes + kEntries * sizeof(Entry) + kNameBytes;

using Call = int (*)(...);
Call nextRecord, flushAll, countDropped;

struct Key {
  std::string name;
  int32_t shape[6];
  uint32_t device;
  bool operator==(const Key& other) const {
    return device == other.device && memcmp(shape, other.shape, sizeof shape) == 0 && name == other.name;
  }
};
struct KeyHash {
  size_t operator()(const Key& key) const {
    size_t hash = std::hash<std::string>()(key.name) ^ key.device;
    for (int32_t value : key.shape) hash = hash * 1000003 ^ static_cast<size_t>(value);
    return hash;
  }
};

struct State {
  std::mutex lock;
  Header* header;
  Entry* entries;
  char* names;
  std::unordered_map<Key, Entry*, KeyHash> index;
  std::unordered_map<std::string, std::pair<uint32_t, uint32_t>> texts;
  std::unordered_map<uint64_t, uint64_t> allocations;
  std::set<uint64_t> modules;
  // Busy intervals that may still grow: start to end, not overlapping.
  std::map<uint64_t, uint64_t> open;
  // Sum of all busy intervals, open and closed: adding up thousands for every buffer took most of the time of recording.
  uint64_t busyNs = 0;
};
State* state;
pid_t owner;

template <class T>
T at(const uint8_t* record, size_t offset) {
  T value;
  memcpy(&value, record + offset, sizeof value);
  return value;
}

uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

uint64_t hashBytes(const uint8_t* bytes, size_t size) {
  uint64_t hash = mix(0x243F6A8885A308D3ull, size);
  size_t offset = 0;
  for (; offset + 8 <= size; offset += 8) {
    uint64_t word;
    memcpy(&word, bytes + offset, 8);
    hash = mix(hash, word);
  }
  uint64_t rest = 0;
  memcpy(&rest, bytes + offset, size - offset);
  return mix(hash, rest);
}

// A note names the options of a tool; debug information has the paths and lines of the source. A kernel can have any name.
bool isExecuted(const char* name, uint32_t type) {
  constexpr uint32_t kNote = 7;
  if (type == kNote) return false;
  for (const char* start : {".rela", ".rel"})
    if (strncmp(name, start, strlen(start)) == 0) {
      name += strlen(start);
      break;
    }
  for (const char* start : {".debug_", ".nv_debug", ".line"})
    if (strncmp(name, start, strlen(start)) == 0) return false;
  return true;
}

// Sum over the sections of an ELF file that are executed or read; of anything else, the hash of all bytes.
uint64_t hashCode(const uint8_t* code, size_t size) {
  constexpr size_t kHeader = 64, kSection = 64;
  constexpr uint32_t kCode = 1, kNoBits = 8;
  if (size < kHeader || memcmp(code, "\177ELF\2", 5) != 0) return hashBytes(code, size);
  const uint64_t table = at<uint64_t>(code, 40), count = at<uint16_t>(code, 60), names = at<uint16_t>(code, 62);
  const auto isInside = [&](uint64_t from, uint64_t length) { return from <= size && length <= size - from; };
  if (at<uint16_t>(code, 58) != kSection || !isInside(table, count * kSection) || names >= count)
    return hashBytes(code, size);
  const uint8_t* sections = code + table;
  const auto nameFrom = at<uint64_t>(sections, names * kSection + 24), nameBytes = at<uint64_t>(sections, names * kSection + 32);
  if (nameBytes == 0 || !isInside(nameFrom, nameBytes) || code[nameFrom + nameBytes - 1] != 0)
    return hashBytes(code, size);
  uint64_t sum = 0;
  for (uint64_t index = 0; index < count; index++) {
    const uint8_t* header = sections + index * kSection;
    const uint32_t nameAt = at<uint32_t>(header, 0), type = at<uint32_t>(header, 4);
    const uint64_t from = at<uint64_t>(header, 24), bytes = at<uint64_t>(header, 32), length = type == kNoBits ? 0 : bytes;
    if (nameAt >= nameBytes || !isInside(from, length)) return hashBytes(code, size);
    const char* name = reinterpret_cast<const char*>(code + nameFrom + nameAt);
    // The names of the sections are those of debug information as well.
    if (index == names || !isExecuted(name, type)) continue;
    // Static shared memory has a size and no bytes; of code, the header has the registers.
    const uint64_t info = type == kCode ? at<uint32_t>(header, 44) : 0;
    const uint64_t shape = mix(mix(hashBytes(reinterpret_cast<const uint8_t*>(name), strlen(name)), bytes), info);
    sum += mix(shape, hashBytes(code + from, length));
  }
  return sum;
}

using Intervals = std::map<uint64_t, uint64_t>;

Intervals::iterator removeBusy(Intervals::iterator interval) {
  state->busyNs -= interval->second - interval->first;
  return state->open.erase(interval);
}

// Busy time is the union of the intervals; those that lie far back cannot grow any more, so the memory stays bounded.
void addBusy(uint64_t start, uint64_t end) {
  auto& open = state->open;
  auto after = open.upper_bound(start);
  if (after != open.begin()) {
    auto before = std::prev(after);
    if (before->second >= start) {
      start = before->first;
      end = std::max(end, before->second);
      after = removeBusy(before);
    }
  }
  while (after != open.end() && after->first <= end) {
    end = std::max(end, after->second);
    after = removeBusy(after);
  }
  open.emplace(start, end);
  state->busyNs += end - start;
  if (open.size() <= kOpenIntervals) return;
  for (size_t count = kOpenIntervals / 2; count > 0; count--) open.erase(open.begin());
}

void addActivity(uint64_t start, uint64_t end) {
  Header& header = *state->header;
  if (header.firstNs == 0 || start < header.firstNs) header.firstNs = start;
  header.lastNs = std::max(header.lastNs, end);
  addBusy(start, end);
}

bool isTime(uint64_t start, uint64_t end) { return start > 0 && end >= start && end - start < kLongestNs; }

std::pair<uint32_t, uint32_t> storeName(const char* mangled) {
  auto known = state->texts.find(mangled);
  if (known != state->texts.end()) return known->second;
  int status = 1;
  char* demangled = strlen(mangled) < kLongestName ? abi::__cxa_demangle(mangled, nullptr, nullptr, &status) : nullptr;
  std::string text = status == 0 && demangled ? demangled : mangled;
  Header& header = *state->header;
  if (text.size() > kLongestName) {
    // Two long names may differ at their ends only.
    char end[24];
    snprintf(end, sizeof end, "#%016llx", static_cast<unsigned long long>(hashBytes(reinterpret_cast<const uint8_t*>(mangled), strlen(mangled))));
    text.replace(kLongestName - strlen(end), std::string::npos, end);
  }
  const size_t length = text.size();
  std::pair<uint32_t, uint32_t> place{static_cast<uint32_t>(header.nameBytes), static_cast<uint32_t>(length)};
  if (header.nameBytes + length > kNameBytes) {
    place.second = 0;
  } else {
    memcpy(state->names + header.nameBytes, text.data(), length);
    header.nameBytes += length;
  }
  free(demangled);
  state->texts.emplace(mangled, place);
  return place;
}

void addKernel(const uint8_t* record) {
  Header& header = *state->header;
  const uint64_t start = at<uint64_t>(record, 16), end = at<uint64_t>(record, 24);
  const char* name = at<const char*>(record, 104);
  if (!isTime(start, end)) {
    header.damaged++;
    return;
  }
  Key key{name ? name : "?", {}, at<uint32_t>(record, 40)};
  memcpy(key.shape, record + 52, sizeof key.shape);
  addActivity(start, end);
  Entry*& entry = state->index[key];
  if (!entry) {
    if (header.entries >= kEntries) {
      state->index.erase(key);
      header.dropped++;
      return;
    }
    entry = state->entries + header.entries;
    auto [offset, length] = storeName(key.name.c_str());
    entry->nameOffset = offset;
    entry->nameLength = length;
    memcpy(entry->grid, key.shape, sizeof entry->grid);
    memcpy(entry->block, key.shape + 3, sizeof entry->block);
    entry->device = key.device;
    header.entries++;
  }
  entry->launches++;
  entry->ns += end - start;
}

void addTransfer(const uint8_t* record, bool isCopy) {
  Header& header = *state->header;
  const uint64_t start = at<uint64_t>(record, 16), end = at<uint64_t>(record, 24);
  if (isCopy) {
    header.copies++;
    header.copied[at<uint8_t>(record, 4) & 15] += at<uint64_t>(record, 8);
  } else {
    header.memsets++;
  }
  if (isTime(start, end)) addActivity(start, end);
  else header.damaged++;
}

void addAllocation(const uint8_t* record) {
  Header& header = *state->header;
  if (at<uint32_t>(record, 8) != 3) return;  // memory of the device only
  const uint64_t address = at<uint64_t>(record, 16), bytes = at<uint64_t>(record, 24);
  if (at<uint32_t>(record, 4) == 1) {
    state->allocations[address] = bytes;
    header.heldBytes += bytes;
    header.peakBytes = std::max(header.peakBytes, header.heldBytes);
    header.largestBytes = std::max(header.largestBytes, bytes);
  } else if (auto found = state->allocations.find(address); found != state->allocations.end()) {
    header.heldBytes -= std::min(header.heldBytes, found->second);
    state->allocations.erase(found);
  }
}

void requestBuffer(uint8_t** buffer, size_t* size, size_t* maxRecords) {
  *buffer = static_cast<uint8_t*>(aligned_alloc(8, kBufferBytes));
  *size = *buffer ? kBufferBytes : 0;
  *maxRecords = 0;
}

void completeBuffer(void* context, uint32_t stream, uint8_t* buffer, size_t, size_t valid) {
  if (getpid() == owner) {
    std::lock_guard<std::mutex> guard(state->lock);
    Header& header = *state->header;
    uint8_t* record = nullptr;
    while (valid > 0 && nextRecord(buffer, valid, &record) == 0) {
      header.records++;
      switch (at<uint32_t>(record, 0)) {
        case kKernel: addKernel(record); break;
        case kMemcpy: addTransfer(record, true); break;
        case kMemset: addTransfer(record, false); break;
        case kMemory: addAllocation(record); break;
        default: break;
      }
    }
    size_t lost = 0;
    if (countDropped && countDropped(context, stream, &lost) == 0) header.lost += lost;
    header.busyNs = state->busyNs;
  }
  free(buffer);
}

struct Module {
  uint32_t id;
  size_t size;
  const uint8_t* code;
};
struct Resource {
  void* context;
  void* stream;
  Module* module;
};

void onResource(void*, int domain, uint32_t id, const void* data) {
  if (domain != kResourceDomain || id != kModuleLoaded || getpid() != owner) return;
  const Module* module = static_cast<const Resource*>(data)->module;
  if (!module || !module->code) return;
  const uint64_t hash = hashCode(module->code, module->size);
  std::lock_guard<std::mutex> guard(state->lock);
  if (!state->modules.insert(hash).second) return;
  // A sum does not depend on the order of loading.
  state->header->modules = state->modules.size();
  state->header->code += hash;
}

void* flushRegularly(void*) {
  for (;;) {
    usleep(kFlushMicroseconds);
    if (getpid() == owner) flushAll(0);
  }
}

void finish() {
  if (getpid() != owner) return;
  flushAll(1);
  std::lock_guard<std::mutex> guard(state->lock);
  state->header->state = kEnded;
}

// Libraries that the process has mapped, by their paths.
std::vector<std::string> listMapped() {
  std::vector<std::string> paths;
  FILE* maps = fopen("/proc/self/maps", "re");
  if (!maps) return paths;
  char line[8192];
  while (fgets(line, sizeof line, maps)) {
    const char* path = strchr(line, '/');
    if (!path || !strstr(path, ".so")) continue;
    std::string text(path, strcspn(path, "\n"));
    if (paths.empty() || paths.back() != text) paths.push_back(text);
  }
  fclose(maps);
  return paths;
}

std::string baseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }
std::string folderOf(const std::string& path) { return path.substr(0, path.rfind('/')); }

// The file `libcupti.so.MAJOR*` in a folder, or an empty string.
std::string findIn(const std::string& folder, int major) {
  const std::string wanted = "libcupti.so." + std::to_string(major);
  std::string found;
  DIR* directory = opendir(folder.c_str());
  if (!directory) return found;
  while (dirent* entry = readdir(directory)) {
    const std::string name = entry->d_name;
    const bool isVersion = name == wanted || name.rfind(wanted + ".", 0) == 0;
    // CUDA 11 and 12 name the file after the year of the release: libcupti.so.2023.1.1.
    if (isVersion && (found.empty() || name < baseName(found))) found = folder + "/" + name;
  }
  closedir(directory);
  return found;
}

int majorOf(const std::string& name, const char* stem) {
  const std::string start = std::string(stem) + ".so.";
  return name.rfind(start, 0) == 0 ? atoi(name.c_str() + start.size()) : 0;
}

// The major version of the CUDA runtime that the process has mapped, else that of the driver.
int findMajor(const std::vector<std::string>& mapped) {
  for (auto& path : mapped)
    if (int major = majorOf(baseName(path), "libcudart")) return major;
  int version = 0;
  if (void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD))
    if (auto query = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDriverGetVersion")); query && query(&version) == 0)
      return version / 1000;
  return 0;
}

// The copy that the program has mapped, else that of the major version of its runtime: another one can crash it.
std::string findCupti() {
  if (const char* named = getenv("WARPGAUGE_CUPTI")) return named;
  const auto mapped = listMapped();
  for (auto& path : mapped)
    if (baseName(path).rfind("libcupti.so", 0) == 0) return path;
  const int major = findMajor(mapped);
  if (major == 0) return "";
  std::vector<std::string> folders;
  const std::string number = std::to_string(major);
  for (auto& path : mapped) {
    // Python wheels: site-packages/nvidia/PART/lib; from CUDA 13 on all parts are in nvidia/cu13/lib.
    const auto nvidia = path.find("/nvidia/");
    if (nvidia != std::string::npos) folders.push_back(path.substr(0, nvidia) + "/nvidia/cuda_cupti/lib");
    const auto torch = path.find("/torch/lib/");
    if (torch != std::string::npos) {
      folders.push_back(path.substr(0, torch) + "/nvidia/cuda_cupti/lib");
      folders.push_back(path.substr(0, torch) + "/nvidia/cu" + number + "/lib");
    }
    if (majorOf(baseName(path), "libcudart")) {
      folders.push_back(folderOf(path));
      folders.push_back(folderOf(path) + "/../extras/CUPTI/lib64");
      folders.push_back(folderOf(path) + "/../../../extras/CUPTI/lib64");
    }
  }
  for (const char* variable : {"LD_LIBRARY_PATH"})
    if (const char* list = getenv(variable)) {
      std::string text = list;
      for (size_t from = 0; from <= text.size();) {
        const size_t to = std::min(text.find(':', from), text.size());
        if (to > from) folders.push_back(text.substr(from, to - from));
        from = to + 1;
      }
    }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = getenv(variable)) folders.push_back(std::string(home) + "/extras/CUPTI/lib64");
  folders.push_back("/usr/local/cuda-" + number + "/extras/CUPTI/lib64");
  folders.push_back("/usr/local/cuda/extras/CUPTI/lib64");
  folders.push_back("/usr/local/cuda/lib64");
#if defined(__aarch64__)
  folders.push_back("/usr/lib/aarch64-linux-gnu");
#else
  folders.push_back("/usr/lib/x86_64-linux-gnu");
#endif
  for (auto& folder : folders)
    if (std::string found = findIn(folder, major); !found.empty()) return found;
  return "";
}

// The file of this process; null when it cannot be written.
Header* openTable(const char* folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%d-XXXXXX", folder, owner);
  const int file = mkostemp(path, O_CLOEXEC);
  if (file < 0) return nullptr;
  void* memory = MAP_FAILED;
  if (ftruncate(file, kFileBytes) == 0)
    memory = mmap(nullptr, kFileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) {
    unlink(path);
    return nullptr;
  }
  auto* header = static_cast<Header*>(memory);
  header->version = kVersion;
  header->pid = static_cast<uint32_t>(owner);
  header->state = kRunning;
  const ssize_t length = readlink("/proc/self/exe", header->program, sizeof header->program - 1);
  if (length < 0) header->program[0] = 0;
  // Last, so that a reader knows that the rest is there.
  memcpy(header->magic, "WGKERNEL", 8);
  return header;
}

bool refuse(Header* header, const char* reason, const char* detail = "") {
  snprintf(header->reason, sizeof header->reason, "%s%s", reason, detail);
  header->state = kRefused;
  return false;
}

bool startRecording(Header* header) {
  const std::string library = findCupti();
  if (library.empty()) return refuse(header, "no libcupti of the CUDA version of this program was found");
  snprintf(header->library, sizeof header->library, "%s", library.c_str());
  void* cupti = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!cupti) return refuse(header, "libcupti could not be loaded: ", dlerror());
  const auto find = [&](const char* name) { return reinterpret_cast<Call>(dlsym(cupti, name)); };
  nextRecord = find("cuptiActivityGetNextRecord");
  flushAll = find("cuptiActivityFlushAll");
  countDropped = find("cuptiActivityGetNumDroppedRecords");
  const Call getVersion = find("cuptiGetVersion"), subscribe = find("cuptiSubscribe"), enable = find("cuptiActivityEnable"),
             registerCallbacks = find("cuptiActivityRegisterCallbacks"), enableCallback = find("cuptiEnableCallback");
  if (!nextRecord || !flushAll || !subscribe || !enable || !registerCallbacks || !enableCallback)
    return refuse(header, "libcupti has not the functions that are needed");
  if (getVersion) getVersion(&header->cupti);
  void* subscriber = nullptr;
  // Another subscriber is a profiler of the program itself, which would see nothing.
  if (subscribe(&subscriber, onResource, nullptr) != 0) return refuse(header, "another profiler uses CUPTI");
  if (enableCallback(1, subscriber, kResourceDomain, kModuleLoaded) != 0)
    snprintf(header->reason, sizeof header->reason, "CUPTI does not tell which machine code is loaded");
  if (registerCallbacks(requestBuffer, completeBuffer) != 0)
    return refuse(header, "CUPTI refuses activity records");
  if (enable(kKernel) != 0) return refuse(header, "CUPTI refuses records of kernels");
  // What is missing must not look like nothing.
  for (const auto& [kind, what] : {std::pair{kMemcpy, "copies"}, {kMemset, "fills"}, {kMemory, "allocations"}})
    if (enable(kind) != 0) snprintf(header->reason, sizeof header->reason, "CUPTI refuses records of %s", what);
  return true;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  const char* folder = getenv("WARPGAUGE_KERNELS");
  if (!folder || state) return 1;
  owner = getpid();
  Header* header = openTable(folder);
  if (!header) return 1;
  auto* bytes = reinterpret_cast<char*>(header);
  state = new State;
  state->header = header;
  state->entries = reinterpret_cast<Entry*>(bytes + kHeaderBytes);
  state->names = bytes + kHeaderBytes + kEntries * sizeof(Entry);
  if (!startRecording(header)) return 1;
  atexit(finish);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, flushRegularly, nullptr) == 0) pthread_detach(thread);
  return 1;
}
