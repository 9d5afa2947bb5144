/**
 * Lists the real paths of the files that a log of `strace -y -e trace=open,openat,openat2` opened, without those opened
 * only to write. Of calls that strace shows in two parts, the second has the path.
 */
export function listOpenedPaths(log: string): string[] {
  const paths = log.split('\n').flatMap((line) => {
    const [, path] = /\bopen(?:at2?)?(?:\(| resumed>).*\) += \d+<(.+)>$/u.exec(line) ?? []
    return path === undefined || /\bO_WRONLY\b/u.test(line) ? [] : [decodePath(path)]
  })
  return [...new Set(paths)]
}

/** strace writes bytes other than printable ASCII as octal numbers, and some characters with a backslash. */
function decodePath(text: string): string {
  const bytes: number[] = []
  for (const [part, octal, character] of text.matchAll(/\\([0-7]{1,3})|\\(.)|[^\\]/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...new TextEncoder().encode(character === undefined ? part : (escapes[character] ?? character)))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' }
