import { describe, expect, test } from 'vitest'
import { pipelineModule } from './reference-pipeline.ts'

type Frame = { id: string; nucleotides: string; protein: string }
type TranslateModule = {
  translate: (bases: string) => string
  reverseComplement: (bases: string) => string
  openFrames: (chunk: { id: string; letters: string }) => Frame[]
}

const { translate, reverseComplement, openFrames } = await pipelineModule<TranslateModule>('translate.mjs')

/** NCBI translation table 1, written out by amino acid. */
const codonsOf: Readonly<Record<string, string>> = {
  A: 'GCT GCC GCA GCG',
  C: 'TGT TGC',
  D: 'GAT GAC',
  E: 'GAA GAG',
  F: 'TTT TTC',
  G: 'GGT GGC GGA GGG',
  H: 'CAT CAC',
  I: 'ATT ATC ATA',
  K: 'AAA AAG',
  L: 'TTA TTG CTT CTC CTA CTG',
  M: 'ATG',
  N: 'AAT AAC',
  P: 'CCT CCC CCA CCG',
  Q: 'CAA CAG',
  R: 'CGT CGC CGA CGG AGA AGG',
  S: 'TCT TCC TCA TCG AGT AGC',
  T: 'ACT ACC ACA ACG',
  V: 'GTT GTC GTA GTG',
  W: 'TGG',
  Y: 'TAT TAC',
  '*': 'TAA TAG TGA',
}

describe('translate', () => {
  test('knows all 64 codons of NCBI table 1', () => {
    const codons = Object.entries(codonsOf).flatMap(([residue, list]) =>
      list.split(' ').map((codon) => [codon, residue] as const),
    )
    expect(new Set(codons.map(([codon]) => codon)).size).toBe(64)
    for (const [codon, residue] of codons) expect([codon, translate(codon)]).toEqual([codon, residue])
  })

  test('reads U as T, marks unknown bases and leaves out an unfinished codon', () => {
    expect(translate('AUGNCTGC')).toBe('MX')
  })
})

describe('openFrames', () => {
  // Human insulin, the first residues of chain A (GIVEQCCTSICSLYQLENYCN).
  const insulin = 'GGCATTGTGGAACAATGCTGTACCAGCATCTGCTCCCTCTACCAGCTGGAGAACTACTGCAAC'

  test('finds a known peptide on the forward strand', () => {
    expect(openFrames({ id: 'a', letters: insulin })).toContainEqual({
      id: 'aF1',
      nucleotides: insulin,
      protein: 'GIVEQCCTSICSLYQLENYCN',
    })
  })

  test('finds the same peptide on the reverse strand, shifted by one base', () => {
    const letters = `${reverseComplement(insulin)}G`
    expect(openFrames({ id: 'a', letters })).toContainEqual({
      id: 'aR2',
      nucleotides: insulin,
      protein: 'GIVEQCCTSICSLYQLENYCN',
    })
  })

  test('drops every frame with a stop codon and keeps the others', () => {
    const proteins = openFrames({ id: 'a', letters: 'ATGTAAGCC' }).map(({ id, protein }) => `${id} ${protein}`)
    expect(proteins).toEqual(['aF2 CK', 'aF3 VS', 'aR1 GLH', 'aR2 AY', 'aR3 LT'])
  })

  test('finds no frame in a sequence shorter than a codon', () => {
    expect(openFrames({ id: 'a', letters: 'AC' })).toEqual([])
  })
})
