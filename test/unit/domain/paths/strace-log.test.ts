import { expect, it } from 'vitest'
import { listOpenedPaths } from '../../../../src/domain/paths/program-paths.ts'

// Lines of strace 6.1.
it('lists what was opened to be read, once', () => {
  const log = String.raw`
12 openat(AT_FDCWD</work>, "lib/helper.py", O_RDONLY|O_CLOEXEC) = 3</work/lib/helper.py>
12 openat(AT_FDCWD</work>, "lib/helper.py", O_RDONLY|O_CLOEXEC) = 4</work/lib/helper.py>
13 openat(AT_FDCWD</work>, "out", O_WRONLY|O_CREAT, 0666) = 3</work/out>
13 openat(AT_FDCWD</work>, "gone", O_RDONLY) = -1 ENOENT (No such file or directory)
12 openat(AT_FDCWD</work>, "late", O_RDONLY <unfinished ...>
13 open("caf\303\251 \"x\"", O_RDONLY) = 5</work/caf\303\251 "x">
12 <... openat resumed>)           = 3</work/late>
14 openat2(AT_FDCWD</work>, "a>b", {flags=O_RDONLY}, 24) = 3</work/a>b>
`
  expect(listOpenedPaths(log)).toEqual(['/work/lib/helper.py', '/work/café "x"', '/work/late', '/work/a>b'])
})
