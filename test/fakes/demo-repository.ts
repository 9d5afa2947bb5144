import { buildRepository, firstVersion, secondVersion, type DemoRepository } from '../../src/io/git/demo-repository.ts'

/** A git repository of the reference pipeline in two versions: tag `v1.0`, and the current one on branch `main`. */
export async function buildDemoRepository(directory: string, examplesDirectory: string): Promise<DemoRepository> {
  return await buildRepository(directory, examplesDirectory, [firstVersion, secondVersion])
}
