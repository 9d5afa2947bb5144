import type { CommitTrees } from '../../ports/commit-trees.ts'
import type { Connection } from './octokit-connection.ts'

/** Reads commits over GitHub's git database API, which lists up to 100,000 entries of 7 MB per tree. */
export function createCommitTrees({ client, place, ask }: Connection): CommitTrees {
  return {
    listFiles: (commit) =>
      ask(`list the files of ${commit}`, 'contents: read', async () => {
        const { data } = await client.rest.git.getTree({ ...place, tree_sha: commit, recursive: '1' })
        if (data.truncated) return null
        return data.tree.flatMap(({ path, mode, type, sha }) => (type === 'tree' ? [] : [{ path, mode, id: sha }]))
      }),
    readLinkTarget: (id) =>
      ask(`read the symbolic link ${id}`, 'contents: read', async () => {
        const { data } = await client.rest.git.getBlob({ ...place, file_sha: id })
        return Buffer.from(data.content, 'base64').toString('utf8')
      }),
  }
}
