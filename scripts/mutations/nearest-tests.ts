import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'

/** Enough to notice most changes; a file that all others import would run every test. */
const maxNearest = 8

/** Which files import a file, types aside. */
export type Importers = ReadonlyMap<string, readonly string[]>

/** Reads the imports of every TypeScript file below a directory; paths are relative to it. */
export function readImporters(root: string): Importers {
  const importers = new Map<string, string[]>()
  for (const file of globSync('{src,test,scripts}/**/*.ts', { cwd: root, exclude: ['test/fixtures/**'] }))
    for (const imported of listImports(readFileSync(join(root, file), 'utf8'))) {
      if (!imported.startsWith('.')) continue
      const path = join(dirname(file), imported)
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  return importers
}

function listImports(source: string): string[] {
  const { module } = parseSync('source.ts', source)
  const imported = module.staticImports.filter(
    ({ entries }) => !entries.length || entries.some(({ isType }) => !isType),
  )
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1))
  const requests = [...imported, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
  return [...new Set([...requests, ...dynamic])]
}

/** The tests that import a file, or else its importers, and so on; and those that are further away, by their name. */
export type ReachingTests = { readonly nearest: readonly string[]; readonly further: readonly string[] }

/** Its test loads every command to read the options, and runs none. */
const commandList = 'src/cli/index.ts'

export function findTests(file: string, importers: Importers, isTest: (path: string) => boolean): ReachingTests {
  const seen = new Set([file])
  const found: string[][] = []
  let level = [file]
  for (let distance = 0; level.length > 0; distance += 1) {
    level = level
      .filter((path) => path !== commandList || distance <= 1)
      .flatMap((path) => importers.get(path) ?? [])
      .filter((path) => !seen.has(path) && seen.add(path))
    const tests = level.filter(isTest)
    if (tests.length > 0) found.push(sortByName(tests, file))
  }
  const nearest = found[0]?.slice(0, maxNearest) ?? []
  return { nearest, further: sortByName(found.flat().slice(nearest.length), file) }
}

/** Tests that share most words of their path with the file come first. */
function sortByName(tests: readonly string[], file: string): string[] {
  const words = new Set(file.split(/\W+/))
  const countShared = (test: string): number => test.split(/\W+/).filter((word) => words.has(word)).length
  return tests.toSorted((left, right) => countShared(right) - countShared(left))
}
