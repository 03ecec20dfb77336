import type { FaultName } from '#simulator/simulate-faults.ts'

/** Descriptions of the faults of outside sources. */
export const faultDescriptions = {
  refused: 'refuses connections',
  'no-dns': 'has lost its name',
  silent: 'accepts and is silent',
  'headers-then-silent': 'is silent after the headers',
  drip: 'sends a byte a second',
  reset: 'breaks off in the body',
  slow: 'is two seconds late',
  slower: 'is ten seconds late',
  unauthorized: '401 Unauthorized',
  forbidden: '403',
  'not-found': '404',
  'too-many': '429 with Retry-After',
  error: '500',
  'bad-gateway': '502',
  down: '503',
  html: '200 with a page',
  empty: '200 with nothing',
  cut: '200, cut in the middle',
  'wrong-schema': '200 in another form',
  poisoned: '200 with hostile content',
  huge: '200 with 50 MB',
  'redirect-loop': 'redirects in a circle',
} as const satisfies Partial<Record<FaultName, string>>
export type MatrixFault = keyof typeof faultDescriptions

export const matrixFaults = Object.keys(faultDescriptions) as MatrixFault[] // the keys of the object above

export type HttpSource = 'product-info' | 'qc' | 'pictures' | 'google-keys'

/** What visitors learn: it works, the source has no such item, or the source fails. */
export type ProbeResult = 'works' | 'gone' | 'fails'

/** The expected results of a fault at a source, and whether it opens the circuit breaker. */
export type Expected = { results: readonly ProbeResult[]; isBreakerOpen: boolean }

const usually: Expected = { results: ['fails'], isBreakerOpen: true }
const late: Expected = { results: ['works'], isBreakerOpen: false }
const reportsNotFound: Expected = { results: ['gone'], isBreakerOpen: false }
/** Hostile strings are removed, and the rest is shown. */
const cleaned: Expected = { results: ['works', 'gone'], isBreakerOpen: false }
/** A single failing image does not mean that its host fails. */
const onePicture: Expected = { results: ['fails'], isBreakerOpen: false }

const exceptions: Record<HttpSource, Partial<Record<MatrixFault, Expected>>> = {
  'product-info': { slow: late, 'not-found': reportsNotFound, poisoned: cleaned },
  // Photos from hosts that are not allowed are dropped; a source with no other photos counts as failing.
  qc: {
    slow: late,
    'not-found': reportsNotFound,
    poisoned: { ...cleaned, results: ['gone', 'works', 'fails'] },
  },
  pictures: {
    slow: late,
    'not-found': onePicture,
    unauthorized: onePicture,
    forbidden: onePicture,
    html: onePicture,
    empty: onePicture,
    cut: { results: ['fails', 'works'], isBreakerOpen: false },
    'wrong-schema': onePicture,
    poisoned: onePicture,
    huge: onePicture,
    'redirect-loop': onePicture,
  },
  'google-keys': { slow: late, 'not-found': { results: ['fails'], isBreakerOpen: false } },
}

export function getExpected(source: HttpSource, fault: MatrixFault): Expected {
  return exceptions[source][fault] ?? usually
}

/** What happens to a mail that is requested while the mail server has a fault. */
export function getMailOutcome(fault: MatrixFault): 'comes' | 'comes later' | 'is given up' {
  if (fault === 'not-found' || fault === 'redirect-loop') return 'is given up'
  return fault === 'slow' || fault === 'poisoned' ? 'comes' : 'comes later'
}
