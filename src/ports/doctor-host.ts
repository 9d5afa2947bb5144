import type { TokenFacts } from '../domain/doctor/facts.ts'

/** Probes what a token may do, with requests that cannot take effect. */
export interface TokenInspector {
  ask(): Promise<TokenFacts>
}
