import { sanitizeMessage } from '../core/sanitize-output.ts'
import { maxReportedError, maxReportedErrors } from '../../record/limits.ts'

/** The rank, task or stream that torchrun, srun, mpirun and others put before each line. */
const prefix = /^(?:\[(?!ERROR|CRITICAL|FATAL)[^\]\s]{1,40}\](?:<\w{1,10}>)?:? ?|\d{1,5}: ){1,2}/
/** Words by which a program, its shell, its launcher or its runtime reports that a part of it ended, did not start or left the GPU. */
const failedParts: readonly RegExp[] = [
  /^(?:\S+: line \d+: +\d+ )?(?:Segmentation fault|Bus error|Illegal instruction|Aborted|Killed|Floating point exception|Trace\/breakpoint trap|Bad system call|File size limit exceeded|CPU time limit exceeded)(?: \(core dumped\))?(?:$| {2,})/,
  /^(?:terminate called after throwing an instance of|Fatal Python error:|panic:|fatal error:|Uncaught |Exception in thread )/,
  /^thread '.{0,200}' .{0,20}panicked at /,
  /^srun: error: .{1,200}: tasks? [\d,-]+: /,
  /^(?:mpirun|mpiexec|orterun|prterun|prun)\b.{0,20} (?:noticed|detected) that |^Primary job +terminated normally, but|^= +BAD TERMINATION OF /,
  /\bfailed \(exitcode: -?\d+\) local_rank: |\bexits with return code = -?[1-9]|^xargs: .{1,200}: (?:terminated by signal|exited with status) |^g?make(?:\[\d+\])?: (?:\*\*\* |\[.{1,200}\] Error \d+ \(ignored\)$)|^timeout: sending signal |^parallel: This job failed:/,
  /^\S{1,200}: (?:line )?(?:\d+: )?\S{1,200}: (?:command )?not found$|^\S{0,200}python[\d.]*: (?:can't open file |No module named )|: error while loading shared libraries: /,
  // Snakemake, Nextflow, R, notebooks, Gradle, Maven, and a command line that was not understood
  /^(?:Error in (?:rule|checkpoint|group) \S+:$|WorkflowError:|Exiting because a job execution failed|\w+Exception in rule |Execution halted$|usage:\s+(?!\d|.*\d ?(?:%|[KMGT]i?B))\S)|^Error in .{1,200} :(?! *[-+.\d])/i,
  /\bterminated with an error exit status\b|\[ *\d+%\] \d+ of \d+,.*\bfailed: [1-9]|\bPipeline completed with errors|"output_type": ?"error"|\bBUILD FAIL(?:ED|URE)\b/,
  // Load generators
  /^\W*(?:Failed requests|Non-2xx(?: or 3xx)? responses)\W+[1-9]|^ *Socket errors: .*\b[1-9]|^ *\[[45]\d\d\]\t\d+ responses|\bHTTP(?:\/[\d.]+)?(?: error| status)?["':]* 50\d\b(?!\W{1,3}(?:0|none)\b| (?:req|conn|user|client|thread|call))/i,
  // Build tools, clients of servers, shells, and answers of system calls
  /^CMake Error\b|^ninja: build stopped: |^(?:vet: )?\S{1,200}\.go:\d+:\d+: |^(?:docker: )?(?:Cannot connect to the Docker|Error response from) daemon|^(?:fatal(?!: (?:not a git repository|detected dubious ownership|[Nn]o (?:names|tags?|annotated tags)\b|ambiguous argument))|ssh): |^curl: \(\d+\) /,
  /^\S{1,200}: (?:line )?\d+: (?:cd: can't cd to |cannot (?:create|open) )|: (?:No such file or directory|Permission denied|Exec format error|No space left on device|Cannot allocate memory|Input\/output error|Too many open files|Connection refused|Read-only file system|Disk quota exceeded)$/,
]
const gpuErrors: readonly RegExp[] = [
  /(?<!\bno )\b(?:CUDA|HIP|NCCL) (?:\w+ )?error\b(?!\W{0,3}(?:check|handl)|\W{0,3}(?:(?:code|count|status|s)\W{1,3})?0\W?$|.*(?:\bno error|\b(?:cuda|hip|nccl)?success|_SUCCESS))|\b(?:CUDA|HIP) out of memory\b/i,
  /\b(?:cuda|hip)Error(?!Success|NotReady|PeerAccessAlreadyEnabled)[A-Z]\w+|\bCUDA_ERROR_[A-Z]\w+/,
]
/** The absence of a GPU, which is no error of a program without GPUs. */
const absentGpus: readonly RegExp[] = [
  /\bno CUDA-capable device\b|\bCUDA driver version is insufficient\b|\bnot compiled with (?:CUDA|GPU|HIP|ROCm)\b/,
  /\b(?:CUDA|GPUs?|accelerators?) (?:(?:is|are|was|were) )?(?:not (?:available|found|detected|functional)|unavailable)\b|\bGPU will not be used\b|\b(?:failed to create|could not load (?:dynamic )?library) (?:'?lib)?cu(?:da|dnn|blas|fft|sparse)|^\W*(?:using )?device\W{1,3}cpu\W*$/i,
  /(?<!\b(?:no|not|never|without) )\b(?:fall(?:ing|s)? ?back|fell back|default(?:ing|s)?(?: back)?) to (?:the )?CPU\b/i,
  /\bno (?:CUDA |NVIDIA |AMD )?(?:GPUs?|accelerators?)\b.{0,60}\bus(?:ing|es?) (?:the )?CPU\b/i,
]
/** Lines by which test runners report that a test failed, or that none ran. */
const failedTests: readonly RegExp[] = [
  // pytest
  /^(?:=+ )?(?:\d+ \w+, )*(?:[1-9]\d* (?:failed|errors?)|no tests ran)\b.{0,200} in [\d.]+s\b/,
  /^(?:=+ )?\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))* in [\d.]+s\b|^(?:FAILED|ERROR) \S+\.py\b/,
  // unittest, Go, Rust, CTest, GoogleTest, Catch2, Google Benchmark, TAP
  /^FAILED \(\w+=|^OK \(.*\bskipped=|^Ran 0 tests in |^NO TESTS RAN|^ *--- (?:FAIL|SKIP): |^FAIL(?:\t\S*[A-Za-z]|$)|^testing: warning: no tests to run|^test result: (?:FAILED|ok\. 0 passed;.* 0 measured; [1-9])/,
  /\b[1-9]\d* tests failed out of |^No tests were found|\*\*\*(?:Skipped|Not Run)\b|^\[ {2}(?:FAILED|SKIPPED) {1,2}\](?! 0\b)|^No test cases matched|^Failed to match any benchmarks/,
  /^not ok \d+(?!.*# (?:TODO|SKIP))/i,
  // Julia, checks of a program, and benchmarks that it leaves out
  /^Some tests did not pass: |^Test Summary: +\|.*\b(?:Fail|Error|Broken)\b/,
  /(?<!\b(?:0|no) )\b(?:verif(?:y|ication)|validation|self-?tests?|(?:test|benchmark|result|check)s?)(?: (?:has|have|is|was))?[ :=*-]{1,4}FAIL(?:ED|URE)?\b(?!-|\W{0,3}(?:0|no|none|false)\b| (?:rate|count|threshold|injection))/i,
  /\bresults? (?:do(?:es)? not match|mismatch)\b(?! count|\W{0,3}(?:0|no|none|false)\b)/i,
  /(?<!\b(?:0|no) )\b(?:skipp(?:ed|ing) (?:the )?(?:bench|test|stage|kernel|case|sample)\w*|(?:bench\w*|test|stage|kernel|case|sample)s? skipped)(?!\w|\W{0,3}(?:0|no|none)\b)/i,
]
/** Lines by which tools report that they took a result of an earlier run: go test, Bazel, Snakemake, DVC, Nextflow. */
const reused: readonly RegExp[] = [
  /^ok\s+\S+\s+\(cached\)|^\/\/\S+ +\(cached\) [A-Z]+\b/,
  /^Nothing to be done \(all requested files are present|^Stage '.{1,200}' didn't change, skipping$|^Data and pipelines are up to date\.$/,
  /^Cached process > |\[ *\d+%\] \d+ of \d+,.*\bcached: [1-9]/,
]
/** The same as the last line; before others it can be the build of a program that ran then. */
const reusedAtEnd =
  /^g?make(?:\[\d+\])?: (?:[`'].{1,200}' is up to date|Nothing to be done for [`'].{1,200}')\.$|^ninja: no work to do\.$/
/** Answers of a batch system that took a job, whose time is not that of the command. */
const submitted = /^Submitted batch job \d+/
const makeDirectory = /^g?make(?:\[\d+\])?: (?:Entering|Leaving) directory /

/** Whether this line says that a run took the results of an earlier one, also if the other side prints it. */
export function isReuse(text: string): boolean {
  return reused.some((pattern) => pattern.test(text))
}

/** Whether a line is no error, but says that the run did no work of its own. */
export function isWithoutWork(text: string): boolean {
  return isReuse(text) || isSubmission(text) || isIdleBuild(text)
}

/** Whether this line says that a batch job does the work. */
export function isSubmission(text: string): boolean {
  return submitted.test(text)
}

/** Whether this line, the last one, says that a build had nothing to do; a program that writes to a file can follow. */
export function isIdleBuild(text: string): boolean {
  return reusedAtEnd.test(text)
}

/** A line of a logger at its level of errors, or an exception that a program printed; not the value of an error. */
const loggedErrors: readonly RegExp[] = [
  /^.{0,100}?(?<=^|[\s[|(<])(?<!\b(?:NO|WITHOUT|ANY|ON|OF|IF) )(?:ERROR|CRITICAL|FATAL)(?=[\s\]|:)>])(?!\W{0,5}[-+.]?\d[\d.,eE+-]*\s*(?:%|$|[,;|)\]])|\s*=)/,
  /\blevel["']?[=:] ?["']?(?:error|fatal|critical|panic)\b/i,
  // Compilers and command lines
  /^(?:\S{1,200}: ){0,3}(?:fatal )?error(?:\[\w+\])?: (?! *(?:[-+/.[(<>=~≈≤±]* ?\d|(?:(?:abs|rel|max|mean|avg|rms|L\d)\w*[\s=:]+[-+.\d]|within|below|pass(?:ed)?|ok|no errors?|none|null|false|nan)\b|tensor\(|no$))|^\S{1,200}\(\d+\): (?:fatal )?error\b/i,
  /^\[?[EF]\d{4} \d\d:\d\d:\d\d\.\d+ +(?:\d+ )?\S+\] |^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: [EF] /,
  /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception):(?! *(?:[-+.[]?\d|tensor\(|ok\b)) |\bUnhandledPromiseRejection/,
]
/** A result that is not a number, such as the loss of a run that diverged; not the start value of a minimum. */
const notNumbers: readonly RegExp[] = [
  /(?<![A-Za-z_]|\b(?:best|min|max|initial|lowest|highest|previous) )(?!best|min|max|init|clip|lowest|highest|prev)[A-Za-z_]{0,30}(?:loss|grad(?:ient)?|accuracy|perplexity|ppl|energy|residual|rmse|mse|norm|reward|logits?)\w{0,20}["']?(?: ?[=:] ?| is | )[[(]?(?:tensor\()?[-+]?(?:nan|inf(?:inity)?)(?![\w(])/i,
  /(?<!\b(?:no|not|any|for|if|without|0) )\bnans?(?: values?)? (?:or inf\w* )?(?:detected|found|encountered|in (?:the )?(?:loss|grad|output|weights|logits))/i,
]
/** Lines that name an error without one: sums of 0, columns, settings, and tests that passed. */
const harmless: readonly RegExp[] = [
  /\b(?:error|critical|fatal)s?\W{1,3}(?:summary|count|rate|norm|bound|check(?:s|ing)?|correction|tolerance|path|section|handling)\b/i,
  /\b(?:errors?|summary)\W{1,3}0(?: errors?)?\W*$/i,
  /^\[ +(?:RUN|OK|PASSED) +\]|\.\.\. ok$|\bPASSED$|^\|.*\|\s*$/,
  /\blevel\W{0,3}(?:to )?["']?(?:error|critical|fatal)["']?$/i,
]
const plainSigns = [failedParts, failedTests, reused, submitted].flat()
const doubtfulSigns = [gpuErrors, absentGpus, loggedErrors, notNumbers].flat()
/** Check in a tenth of the time whether a line can have a sign or start a traceback; a single pattern would take twice as long. */
const mayHold: readonly RegExp[] = [
  /Traceback \(|fault|rror|instruction|Aborted|Killed|xception|anic|terminat|Uncaught|Unhandled|out of memory|cpu|ritical|atal|[Uu]sage:|halted|Broken|did not|match|unavailable|HTTP|Non-2xx|^ *\[[45]/,
  /ERROR|CRITICAL|FATAL|FAIL|SKIP|CUDA|CPU|N[Aa]N|NO TESTS|TERMINATION|(?:^|[[\]>:] ?)[EF]\d{4} |: [EF] /,
  /nan|[=: ([][-+]?[Ii](?:nf|NF)(?:inity|INITY)?(?![A-Za-z])|[Ff]ail|[Ss]kipp|deselected|filtered|not |[Nn]o test|No (?:such|space|module)|denied|refused|Read-only|Too many|trap|system call|exceeded|fatal|stopped|\.go:|curl: |ssh: |daemon|signal|can't cd|[Cc]ached|Nothing|to date|skipping|Ran 0|t open file|ed that|return code|exited|\*\*\*|^Submitted /,
]

function hasSign(line: string): boolean {
  if (plainSigns.some((sign) => sign.test(line))) return true
  return doubtfulSigns.some((sign) => sign.test(line)) && !harmless.some((pattern) => pattern.test(line))
}

/** Whether this line says no more than that no GPU is used. */
export function isAbsentGpu(text: string): boolean {
  const found = [...plainSigns, ...doubtfulSigns].filter((sign) => sign.test(text))
  return found.length > 0 && found.every((sign) => absentGpus.includes(sign))
}

const traceback = 'Traceback (most recent call last)'
/** Ends a traceback, among lines of other processes: the name of a built-in exception, or one with its module. */
const exception = /^(?:(?:[\w<>]+\.)+\w+|[A-Z_]\w*)(?:: |:?$)/
/** Begins the exception of a destructor, which Python ignores, as at the end of a process. */
const ignored = /^Exception ignored (?:in: |while calling deallocator)/
const chained = /exception(?: was the direct cause of the following|, another) exception/

/** Collects errors from the output of a program, line by line. */
export type ErrorSearch = {
  add: (line: string) => void
  /** Call it after the last line of a stream or file: a traceback does not continue in the next one. */
  endText: () => void
  /** Different errors, first come first; the last one says if there are more. */
  readonly found: () => string[]
}

/** Stands for all further errors, so that it is equal to no other one. */
const more = `more than ${maxReportedErrors - 1} different errors`

/**
 * Searches for the errors of a program that may end with exit code 0 nevertheless, such as the traceback of a worker or a
 * shell's note of a crash. A traceback is stated by its exception.
 */
export function createErrorSearch(): ErrorSearch {
  const found = new Map<string, string>()
  let last = ''
  /** What stands before the traceback that is being read, such as an indent or the prefix of a logger; null: none. */
  let lead: string | null = null
  let isIgnored = false
  let end: string | null = null
  const take = (text: string): void => {
    last = normalizeError(text)
    const isNew = !isIgnored && !found.has(last)
    if (isNew && found.size < maxReportedErrors - 1)
      found.set(last, sanitizeMessage(text.trim()).slice(0, maxReportedError))
    else if (isNew) found.set(more, more)
    isIgnored = false
  }
  const addPlain = (line: string): void => {
    // Python prints the cause first; only the exception that follows from it is stated.
    if (chained.test(line)) found.delete(last)
    isIgnored = ignored.test(line)
    if (hasSign(line)) take(line)
  }
  return {
    add: (raw) => {
      if (raw.endsWith('.') && reusedAtEnd.test(raw)) end = raw
      else if (end !== null && raw.trim() !== '' && !makeDirectory.test(raw)) end = null
      if (lead === null && !mayHold.some((pattern) => pattern.test(raw))) {
        isIgnored = false
        return
      }
      const line = raw.replace(prefix, '')
      const start = line.indexOf(traceback)
      if (start !== -1) lead = line.slice(0, start)
      else if (lead === null) addPlain(line)
      else {
        const own = dropLead(line, lead)
        if (own === null || !exception.test(own)) return
        take(own)
        lead = null
      }
    },
    endText: () => {
      // Its end was cut off.
      if (lead !== null) take(traceback)
      lead = null
      isIgnored = false
    },
    found: () => {
      if (end !== null) take(end)
      return [...found.values()]
    },
  }
}

/** Joins errors from several sources, each once and within the limit; the last one says if there are more. */
export function joinErrors(errors: readonly string[]): string[] {
  const all = [...new Set(errors)]
  return all.length > maxReportedErrors ? [...all.slice(0, maxReportedErrors - 1), more] : all
}

/** Finds the errors in lines of one text. */
export function findReportedErrors(lines: Iterable<string>): string[] {
  const search = createErrorSearch()
  for (const line of lines) search.add(line)
  search.endText()
  return search.found()
}

/** The line of a traceback without what stands before each of them; null: it belongs to something else. */
function dropLead(line: string, lead: string): string | null {
  const start = line.slice(0, lead.length)
  if (start.trim() === lead.trim() || normalizeError(start) === normalizeError(lead)) return line.slice(lead.length)
  // A logger can write its prefix before the first line only, and an exception group draws a line.
  return lead.trim() === '' ? null : line.replace(/^ +\| /, '')
}

/** Makes lines of different runs equal: without numbers, names with numbers, sizes, times, addresses and paths. */
export function normalizeError(text: string): string {
  const varying = /(?<![\w.])\/[^\s:'",)]+|(?<![\w-])[\w-]*\d[\w-]*(?:[.,]\d[\w-]*)*(?: [KMGT]?i?B\b| ?[nuµμm]?s\b)?/g
  return text.replaceAll(varying, '#').trim()
}

/** Whether errors of two runs are equal. Of one that was cut off, the rest may be; what was not kept is equal to nothing. */
export function isSameError(one: string, other: string): boolean {
  if (one.endsWith(more)) return false
  const [ofOne, ofOther] = [normalizeError(one), normalizeError(other)]
  return (
    ofOne === ofOther ||
    (one.length >= maxReportedError && ofOther.startsWith(ofOne)) ||
    (other.length >= maxReportedError && ofOne.startsWith(ofOther))
  )
}
