import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkedOutCommit, programVersion } from './program-version.ts'

test('the commit of a checkout is that of Git: of a branch, packed, in a further work tree, and of no branch', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'version-'))
  t.after(() => rmSync(root, { recursive: true }))
  const [folder, further] = ['first', 'further'].map((name) => join(root, name)) as [string, string]
  assert.equal(checkedOutCommit(root), undefined, 'no checkout')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: args[0] === 'init' ? root : folder,
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet', '--initial-branch=topic/one', folder)
  assert.equal(checkedOutCommit(folder), undefined, 'no commit yet')
  writeFileSync(join(folder, 'a'), 'a')
  git('add', 'a')
  git('commit', '--quiet', '--message=a')
  const commit = git('rev-parse', 'HEAD')
  assert.equal(checkedOutCommit(folder), commit)
  git('worktree', 'add', '--quiet', '-b', 'other', further)
  assert.equal(checkedOutCommit(further), commit)
  git('pack-refs', '--all')
  assert.deepEqual([checkedOutCommit(folder), checkedOutCommit(further)], [commit, commit])
  git('checkout', '--quiet', '--detach')
  assert.equal(checkedOutCommit(folder), commit)
})

test('the version is the release with the commit, as far as that is known', () => {
  assert.match(programVersion(), /^\d+\.\d+\.\d+(\+[0-9a-f]{7})?$/)
})
