import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COOKIES, type Cookie, cookieName, cookieValue } from './cookie-names.ts'

describe('cookies', () => {
  it('are bound to this host over https (__Host-), and have plain names over http', () => {
    for (const cookie of Object.keys(COOKIES) as Cookie[]) {
      assert.equal(cookieName(cookie, true), `__Host-${COOKIES[cookie]}`)
      assert.equal(cookieName(cookie, false), COOKIES[cookie])
    }
  })

  it('are found by their whole name and decoded; of several the first counts', () => {
    assert.equal(cookieValue('a=1; fs_session=t%2Bk; fs_session=other', 'fs_session'), 't+k')
    assert.equal(cookieValue('xfs_session=1;fs_sessions=2', 'fs_session'), undefined)
    assert.equal(cookieValue('__Host-fs_session=a=b', '__Host-fs_session'), 'a=b')
    assert.equal(cookieValue('fs_session=%E0%A4', 'fs_session'), undefined)
    assert.equal(cookieValue('fs_session', 'fs_session'), undefined)
    assert.equal(cookieValue(undefined, 'fs_session'), undefined)
  })
})
