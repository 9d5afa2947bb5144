import { findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import type { Project } from '../../../../src/domain/init/project.ts'

/** A project of these texts; further paths have no text. Manifests are given as data. */
export function aProject(
  texts: Readonly<Record<string, string>>,
  overrides: Partial<Project> & { readonly data?: Readonly<Record<string, unknown>> } = {},
): Project {
  const { data = {}, paths = [], tags = [], taggedPaths = [] } = overrides
  return {
    paths: [...new Set([...Object.keys(texts), ...Object.keys(data), ...paths])].toSorted(),
    texts: new Map(Object.entries(texts)),
    manifests: new Map(Object.entries(data)),
    tags,
    taggedPaths,
    checkoutSettings: [],
    ignoresRunFolders: false,
  }
}

/** What init finds in a project of these texts. */
export const findIn = (...input: Parameters<typeof aProject>) => findWhatToMeasure(aProject(...input))

/** A command line that reads FASTA and is understood. */
export const fastaProgram = `import argparse
parser = argparse.ArgumentParser(description="reads FASTA")
parser.add_argument("input")
parser.add_argument("--output", required=True)
`
