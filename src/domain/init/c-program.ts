/** Whether `main` of a C or C++ program uses its arguments; true where no source with `main` is known. */
export function needsArguments(sources: readonly string[]): boolean {
  const main = sources.map((text) => /\bmain\s*\(([^)]*)\)\s*\{([^]*)/.exec(text)).find((match) => match !== null)
  return !main || /\bargv\b/.test(main[2] ?? '')
}

/** Whether the name of a program is that of tests. */
export function isNamedTest(name: string): boolean {
  return /(?:^|[_-])tests?(?:[_-]|$)/i.test(name)
}
