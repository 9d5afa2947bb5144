// jstat ships no types; these are the functions used here.
declare module 'jstat' {
  const jStat: {
    studentt: {
      inv(probability: number, degreesOfFreedom: number): number
      cdf(value: number, degreesOfFreedom: number): number
    }
    hypgeom: {
      cdf(value: number, population: number, successes: number, draws: number): number
    }
    ibeta(share: number, a: number, b: number): number
    normal: {
      inv(probability: number, mean: number, standardDeviation: number): number
      cdf(value: number, mean: number, standardDeviation: number): number
    }
  }
  export default jStat
}
