import { parseConfig } from '../../../src/config/load.ts'

/** What is said of a config, each problem with its place; empty: nothing. */
export function problemsOf(text: string): string[] {
  try {
    parseConfig(text, 'w.yml')
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
