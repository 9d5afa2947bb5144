export { onlySuites } from '../steps/only-suites.ts'
