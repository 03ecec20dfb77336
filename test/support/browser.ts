import { statfsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** For every Chromium that tests start. */
export const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // letters as wide as on people's screens
  // Nothing but this machine exists: a request that wants out fails here and is seen by the test.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * Starts the Chromium named by `CHROMIUM` or, to keep pages, `WHOLE_CHROMIUM` (found by the scripts), or Debian's.
 * Playwright starts it without a sandbox, which many containers do not allow: only our own pages are opened in it.
 * `keepsPages`: it puts left pages aside whole for Back, as people's browsers do and Playwright's do not, because
 * Playwright cannot follow them there.
 */
export function launchBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const { CHROMIUM, WHOLE_CHROMIUM } = process.env
  return chromium.launch({
    executablePath: (keepsPages ? WHOLE_CHROMIUM : CHROMIUM) ?? '/usr/bin/chromium',
    args: browserFlags,
    ignoreDefaultArgs: [...(keepsPages ? ['--disable-back-forward-cache'] : []), ...getUnneededFlags()],
  })
}

const minSharedBytes = 2 ** 30

/**
 * Playwright has Chromium draw into files because some containers have only 64 MB of shared memory, which break it;
 * where there is enough, a load takes a tenth less.
 */
export function getUnneededFlags(): string[] {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= minSharedBytes ? ['--disable-dev-shm-usage'] : []
  } catch {
    return [] // a system without it
  }
}
