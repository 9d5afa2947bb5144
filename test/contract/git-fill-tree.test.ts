import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listUnfilled } from '../../src/domain/core/tree-state.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
const { folder, env, git, commits, fullClone } = hub
afterAll(() => hub[Symbol.dispose]())

const pointerTo = (content: string) => {
  const id = createHash('sha256').update(content).digest('hex')
  const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize ${content.length}\n`
  return { id, text, object: join('.git/lfs/objects', id.slice(0, 2), id.slice(2, 4), id) }
}
const put = (place: string, text: string): void => {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}
const commitAll = (clone: string): string => {
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '-m', 'more')
  return git(clone, 'rev-parse', 'HEAD')
}
const checkOut = async (clone: string, commit: string, name: string, options = {}) =>
  await (await openGitRepository(clone, { env, ...options })).checkOut(commit, join(folder, name))

describe.concurrent('a tree with Git LFS', () => {
  const here = pointerTo('weights\n')
  const away = pointerTo('elsewhere\n')

  it('has the content that the clone has, and names what it lacks', async () => {
    const clone = fullClone()
    put(join(clone, '.gitattributes'), '*.bin filter=lfs -text\nplain.bin -filter\n')
    put(join(clone, 'models/größe.bin'), here.text)
    put(join(clone, 'gone.bin'), away.text)
    put(join(clone, 'plain.bin'), here.text)
    put(join(clone, 'own.bin'), 'version https://example.org\n')
    put(join(clone, here.object), 'weights\n')
    chmodSync(join(clone, 'models/größe.bin'), 0o755)
    await using tree = await checkOut(clone, commitAll(clone), 'lfs')
    expect(readFileSync(join(tree.path, 'models/größe.bin'), 'utf8')).toBe('weights\n')
    expect(readFileSync(join(tree.path, 'plain.bin'), 'utf8')).toBe(here.text)
    expect(tree.unfilled).toEqual(['gone.bin'])
    expect(git(tree.path, 'status', '--porcelain')).toBe('')
    expect([...tree.files.state.values()].filter(({ kind }) => kind === 'program')).toHaveLength(1)
  })

  it('has content that its own setting or a borrowed clone provides', async () => {
    const lender = fullClone()
    put(join(lender, away.object), 'elsewhere\n')
    const clone = join(folder, 'borrower')
    git(folder, 'clone', '--quiet', '--shared', lender, clone)
    git(clone, 'config', 'lfs.storage', 'store')
    put(join(clone, here.object.replace('.git/lfs', '.git/store')), 'weights\n')
    put(join(clone, '.gitattributes'), '*.bin filter=lfs\n')
    put(join(clone, 'a.bin'), here.text)
    put(join(clone, 'b.bin'), away.text)
    await using tree = await checkOut(clone, commitAll(clone), 'borrowed')
    const texts = ['a.bin', 'b.bin'].map((name) => readFileSync(join(tree.path, name), 'utf8'))
    expect(texts).toEqual(['weights\n', 'elsewhere\n'])
  })

  it('fetches content that only its remote has, and warns when that fails', async () => {
    const clone = fullClone()
    const lfs = join(folder, 'with-lfs')
    const served = join(folder, 'served')
    put(
      join(lfs, 'git-lfs'),
      `#!/bin/sh\necho "$@" >> ${lfs}/calls\nmkdir -p .git/lfs && cp -r ${served}/. .git/lfs/\n`,
    )
    chmodSync(join(lfs, 'git-lfs'), 0o755)
    put(join(served, away.object.replace('.git/lfs/', '')), 'elsewhere\n')
    put(join(clone, '.gitattributes'), '*.bin filter=lfs\n')
    put(join(clone, 'm.bin'), away.text)
    const commit = commitAll(clone)
    const warnings: string[] = []
    const options = { warn: (text: string) => void warnings.push(text) }
    {
      await using tree = await checkOut(clone, commit, 'unfetched', options)
      expect(tree.unfilled).toEqual(['m.bin'])
      expect(warnings).toEqual([
        expect.stringMatching(/^Git LFS could not fetch the files of \w{7} from origin: .*lfs/),
      ])
    }
    const next = { ...env, PATH: `${lfs}:${env['PATH']}` }
    await using tree = await checkOut(clone, commit, 'fetched', { ...options, env: next })
    expect([readFileSync(join(tree.path, 'm.bin'), 'utf8'), tree.unfilled]).toEqual(['elsewhere\n', []])
    expect(readFileSync(join(lfs, 'calls'), 'utf8')).toBe(`fetch --include= --exclude= origin ${commit}\n`)
    await (await checkOut(clone, commit, 'known', { ...options, env: next }))[Symbol.asyncDispose]()
    expect(readFileSync(join(lfs, 'calls'), 'utf8').split('\n')).toHaveLength(2)
  })

  it('refuses an object of other content', async () => {
    const clone = fullClone()
    put(join(clone, '.gitattributes'), '*.bin filter=lfs\n')
    put(join(clone, 'm.bin'), here.text)
    put(join(clone, here.object), 'wrong\n')
    await expect(checkOut(clone, commitAll(clone), 'damaged')).rejects.toThrow(/is damaged/)
  })
})

describe.concurrent('a tree whose files a filter of the clone converts, as git-crypt does', () => {
  it('has them as committed, without running the filter, and says which', async () => {
    const clone = fullClone()
    const filter = (name: string, clean: string, smudge: string): void => {
      git(clone, 'config', `filter.${name}.clean`, clean)
      git(clone, 'config', `filter.${name}.smudge`, smudge)
    }
    filter('crypt', 'tr a-z n-za-m', `tr a-z n-za-m; : > ${folder}/ran`)
    // One that changes nothing on the way out, as that of nbstripout.
    filter('strip', 'tr -d x', 'cat')
    put(join(clone, '.gitattributes'), '*.secret filter=crypt\n*.ipynb filter=strip\n*.other filter=unknown\n')
    for (const name of ['a.secret', 'b.ipynb', 'c.other']) put(join(clone, name), 'plain\n')
    const commit = commitAll(clone)
    rmSync(join(folder, 'ran'), { force: true })
    const warnings: string[] = []
    await using tree = await checkOut(clone, commit, 'filtered', { warn: (text: string) => void warnings.push(text) })
    expect(readFileSync(join(tree.path, 'a.secret'), 'utf8')).toBe('cynva\n')
    expect(warnings).toEqual([
      expect.stringMatching(/^Checkouts have a\.secret as committed, without the git filter crypt of this clone/),
    ])
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})

describe('a tree with a submodule', () => {
  it('has the files that the clone fetched of it, and names one that it lacks', async () => {
    const clone = fullClone()
    git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', hub.source, 'libs/core')
    git(join(clone, 'libs/core'), 'checkout', '--quiet', commits.tagged)
    const commit = commitAll(clone)
    {
      await using tree = await checkOut(clone, commit, 'sub')
      expect(readFileSync(join(tree.path, 'libs/core/pipeline.py'), 'utf8')).toBe('print(1)\n')
      expect(existsSync(join(tree.path, 'libs/core/.git'))).toBe(false)
      expect(tree.files.state.has('libs/core/notes.txt')).toBe(true)
      expect([tree.unfilled, git(tree.path, 'status', '--porcelain')]).toEqual([[], ''])
    }
    rmSync(join(clone, '.git/modules'), { recursive: true })
    await using tree = await checkOut(clone, commit, 'sub-gone')
    expect(tree.unfilled).toEqual(['libs/core/'])
    expect(listUnfilled(tree.unfilled, tree.files.state, tree.files.state)).toEqual(['libs/core/'])
    const [, file] = [...tree.files.state][0] ?? []
    const after = new Map(file === undefined ? [] : [['libs/core/a.c', file]])
    expect(listUnfilled(tree.unfilled, tree.files.state, after)).toEqual([])
  })
})

describe('a submodule whose repository is elsewhere', () => {
  const addCore = (clone: string): string => {
    git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', hub.source, 'core')
    return commitAll(clone)
  }
  const core = (tree: { readonly path: string }) => existsSync(join(tree.path, 'core/pipeline.py'))

  it('is found in that of a linked work tree', async () => {
    const clone = fullClone()
    const linked = join(folder, 'linked')
    git(clone, 'worktree', 'add', '--quiet', linked)
    await using tree = await checkOut(linked, addCore(linked), 'of-linked')
    expect([core(tree), existsSync(join(clone, '.git/modules'))]).toEqual([true, false])
  })

  it('is found in the work tree, also without an entry in .gitmodules', async () => {
    const clone = fullClone()
    git(clone, 'clone', '--quiet', hub.source, 'core')
    git(clone, 'add', 'core')
    const commit = commitAll(clone)
    {
      await using tree = await checkOut(clone, commit, 'embedded')
      expect(core(tree)).toBe(true)
    }
    rmSync(join(clone, 'core'), { recursive: true })
    await using tree = await checkOut(clone, commit, 'nowhere')
    expect([core(tree), tree.unfilled]).toEqual([false, []])
  })
})

describe('a submodule that lacks content itself', () => {
  it('is named with the paths of its pointers and of its submodules', async () => {
    const library = fullClone()
    put(join(library, '.gitattributes'), '*.bin filter=lfs\n')
    put(join(library, 'gone.bin'), pointerTo('elsewhere\n').text)
    git(library, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', hub.source, 'inner')
    commitAll(library)
    const clone = fullClone()
    git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', library, 'libs/core')
    await using tree = await checkOut(clone, commitAll(clone), 'nested')
    const expected = ['libs/core/gone.bin', 'libs/core/inner/']
    expect(tree.unfilled).toEqual(expected)
    expect(listUnfilled(tree.unfilled, tree.files.state, tree.files.state)).toEqual(expected)
  })
})

describe('another object format', () => {
  it('as the default of git does not matter', async () => {
    const programs = join(folder, 'programs')
    put(join(programs, 'git'), `#!/bin/sh\nPATH=\${PATH#*:} GIT_DEFAULT_HASH=sha256 exec git "$@"\n`)
    chmodSync(join(programs, 'git'), 0o755)
    const next = { ...env, PATH: `${programs}:${env['PATH']}` }
    const repository = await openGitRepository(fullClone(), { env: next })
    await using tree = await repository.checkOut(commits.tagged, join(folder, 'next'))
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(1)\n')
  })

  it('of the clone is that of its trees, remote and submodules', async () => {
    using next = createHub('sha256')
    const clone = next.shallowClone()
    next.git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', next.source, 'core')
    next.git(clone, 'commit', '--quiet', '--all', '-m', 'more')
    const repository = await openGitRepository(clone, { env: next.env })
    const { fork, tagged, topic, main } = next.commits
    expect(await repository.resolve('v1.0')).toBe(tagged)
    expect(await repository.findMergeBase(topic, main)).toBe(fork)
    expect(await repository.listParents(topic)).toEqual([fork])
    expect(await repository.readAt(fork, 'baselines/a.json')).toBe('{}\n')
    const head = (await repository.resolve('HEAD')) ?? ''
    await using tree = await repository.checkOut(head, join(next.folder, 'tree'))
    expect(tree.files.state.get('pipeline.py')?.id).toBe(next.git(clone, 'rev-parse', `${head}:pipeline.py`))
    expect([existsSync(join(tree.path, 'core/notes.txt')), tree.unfilled]).toEqual([true, []])
    const kept = { directory: tree.path, commit: head, files: tree.files, copies: join(next.folder, 'copies') }
    const originals = await repository.keepOriginals(kept)
    put(join(tree.path, 'pipeline.py'), 'print("changed")\n')
    await originals.restore(['pipeline.py'])
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(3)\n')
  })
})
