/** The files of the image below the program: libraries of Debian, certificates, users. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** User and group of the program in the image, as in the images of distroless. */
export const IMAGE_UID = 65532

/** Libraries that Node and the native parts of dependencies load, certificates and time zones. */
const DEBIAN_PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1', 'ca-certificates', 'tzdata']
/** Parts of the packages that nothing loads: documentation but for licences, and conversions of character sets. */
const UNUSED = [
  'usr/share/doc/*/!(copyright)',
  'usr/share/{man,lintian,locale,bug,gcc,gdb}',
  'usr/lib/*/gconv',
  'usr/share/zoneinfo/{right,posix}',
  'usr/sbin',
  'etc/ca-certificates',
  'usr/share/ca-certificates',
]

/** A Debian package in the image. */
export interface SystemPackage {
  readonly name: string
  readonly version: string
  readonly architecture: string
}

/** Writes the files below `root`, which is empty. Needs apt-get and dpkg-deb of Debian 12 or later. */
export function writeSystemFiles(root: string, downloads: string): readonly SystemPackage[] {
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(root, name))
  }
  mkdirSync(downloads, { recursive: true })
  execFileSync('apt-get', ['download', '-qq', ...DEBIAN_PACKAGES], { cwd: downloads, stdio: 'inherit' })
  const packages = readdirSync(downloads)
    .toSorted()
    .map((name) => unpack(root, join(downloads, name)))
  writeCertificates(root)
  for (const path of globSync(UNUSED, { cwd: root })) rmSync(join(root, path), { recursive: true })
  mkdirSync(join(root, 'etc'), { recursive: true })
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0:root:/:/sbin/nologin\n${userLine('/data:/sbin/nologin')}`,
  )
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nfirmensuche:x:${IMAGE_UID}:\n`)
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  // An engine mounts these, which it cannot create if the root is read-only.
  for (const name of ['dev', 'proc', 'sys', 'run']) mkdirSync(join(root, name))
  return packages
}

function userLine(home: string): string {
  return `firmensuche:x:${IMAGE_UID}:${IMAGE_UID}:firmensuche:${home}\n`
}

/** Unpacks a package, and describes it where scanners of images look for it. */
function unpack(root: string, file: string): SystemPackage {
  const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', file], { maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '--keep-directory-symlink', '--no-same-owner', '-C', root], { input: tar })
  const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' })
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? ''
  const name = field('Package')
  const folder = join(root, 'var/lib/dpkg/status.d')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), control)
  return { name, version: field('Version'), architecture: field('Architecture') }
}

/** Joins the certificates into the file that programs read; in Debian the installation of the package does that. */
function writeCertificates(root: string): void {
  const folder = join(root, 'usr/share/ca-certificates/mozilla')
  const texts = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trimEnd())
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), `${texts.join('\n')}\n`)
}
