/** Variables that can hold a token of GitHub, in the order of preference. */
export const tokenVariables: readonly string[] = ['GITHUB_TOKEN', 'GH_TOKEN']
