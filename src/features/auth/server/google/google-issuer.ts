import { compactVerify, createRemoteJWKSet, customFetch, errors, type RemoteJWKSet } from 'jose'
import { z } from 'zod'
import type { FetchOptions, Outbound } from '#shared/server/outbound/outbound.ts'
import { createWrongFormError, SourceError } from '#shared/server/outbound/source-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { InvalidCredentialError } from './google-claims.ts'

const limits = {
  bytes: 64 * 1024,
  keys: 50,
  discoveryMs: 3_000,
  keysMs: 4_000,
  /** Both may be cached for hours, as issuers allow. */
  freshMs: HOUR_MS,
  /** Minimum time between two requests for keys while cached ones exist, whichever key a token names. */
  cooldownMs: 30_000,
} as const

const httpUrl = z.url({ protocol: /^https?$/ })
const discovery = z.object({ issuer: z.string(), authorization_endpoint: httpUrl, jwks_uri: httpUrl })
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(limits.keys) })
type IssuerDiscovery = z.output<typeof discovery>

type GoogleIssuerDeps = {
  outbound: Outbound
  /** As the operator configured it; its tokens have the same value. */
  issuer: string
  /** Overrides the URL that the issuer publishes. */
  jwksUrl: string | undefined
}

/** The issuer's published data: its login page, and its signing keys. */
export function createGoogleIssuer({ outbound, issuer, jwksUrl }: GoogleIssuerDeps) {
  const discover = cacheFresh(() => {
    const options = { hosts: 'configured' as const, timeoutMs: limits.discoveryMs }
    return outbound.call('google', () => fetchDiscovery(outbound, issuer, options))
  })
  let keys: { url: string; findKey: RemoteJWKSet } | undefined

  async function getKeys(): Promise<RemoteJWKSet> {
    const url = jwksUrl ?? (await discover()).jwks_uri
    if (keys?.url !== url) keys = { url, findKey: createRemoteKeys(outbound, url, getAllowedHosts(url)) }
    return keys.findKey
  }

  /**
   * The operator's own URL may be private, and so may another one of the same host; any other must be public.
   */
  function getAllowedHosts(url: string): FetchOptions['hosts'] {
    const isOwn = url === jwksUrl || new URL(url).origin === new URL(issuer).origin
    return isOwn ? 'configured' : [new URL(url).hostname]
  }

  return {
    /** Throws SourceError when the issuer cannot be reached and nothing is cached. */
    async authorizationEndpoint(): Promise<string> {
      return (await discover()).authorization_endpoint
    },

    /**
     * Throws InvalidCredentialError for a token that the issuer did not sign, SourceError when its keys
     * cannot be fetched.
     */
    async verify(credential: string): Promise<void> {
      const findKey = await getKeys()
      try {
        await compactVerify(credential, findKey, { algorithms: ['RS256'] })
      } catch (error) {
        if (error instanceof SourceError) throw error
        throw new InvalidCredentialError(error instanceof errors.JOSEError ? error.code : 'key', {
          cause: error,
        })
      }
    },
  }
}

type IssuerRequest = Pick<FetchOptions, 'hosts' | 'timeoutMs'> & { signal?: AbortSignal }

async function fetchDiscovery(
  outbound: Outbound,
  issuer: string,
  options: IssuerRequest,
): Promise<IssuerDiscovery> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await fetchIssuerJson(outbound, url, { shape: discovery, ...options })
  const areEndpointsSafe = [document.authorization_endpoint, document.jwks_uri].every(
    (endpoint) => endpoint.startsWith('https:') || issuer.startsWith('http:'),
  )
  if (document.issuer !== issuer || !areEndpointsSafe) throw createWrongFormError()
  return document
}

/** Finds keys by id. A failing source is called again as its circuit breaker allows, unless cached keys suffice. */
function createRemoteKeys(outbound: Outbound, url: string, hosts: FetchOptions['hosts']): RemoteJWKSet {
  let requestedAtMs = Number.NEGATIVE_INFINITY
  const findKey = createRemoteJWKSet(new URL(url), {
    timeoutDuration: limits.keysMs,
    cooldownDuration: limits.cooldownMs,
    cacheMaxAge: limits.freshMs,
    [customFetch]: async (_url, { signal }) => {
      const nowMs = Date.now()
      // The library counts the time since its last success; here a failed request counts as well.
      if (findKey.fresh && nowMs - requestedAtMs < limits.cooldownMs)
        throw new SourceError('busy', 'The keys were requested less than 30 seconds ago.')
      requestedAtMs = nowMs
      const options = { shape: keySet, hosts, timeoutMs: limits.keysMs, signal }
      return Response.json(await outbound.call('google-keys', () => fetchIssuerJson(outbound, url, options)))
    },
  })
  return findKey
}

async function fetchIssuerJson<T>(
  outbound: Outbound,
  url: string,
  { shape, ...options }: IssuerRequest & { shape: z.ZodType<T> },
): Promise<T> {
  const headers = { accept: 'application/json' }
  const parsed = shape.safeParse(
    await outbound.fetchJson(url, { ...options, headers, maxBytes: limits.bytes }),
  )
  if (!parsed.success) throw createWrongFormError()
  return parsed.data
}

/** Caches a result and renews it with one request at a time; if that fails, the old result is used. */
function cacheFresh<T>(load: () => Promise<T>): () => Promise<T> {
  let cached: { value: T; savedAtMs: number } | undefined
  let pending: Promise<T> | undefined

  async function renew(): Promise<T> {
    try {
      const value = await load()
      cached = { value, savedAtMs: Date.now() }
      return value
    } catch (error) {
      if (cached) return cached.value
      throw error
    } finally {
      pending = undefined
    }
  }
  return async () => {
    if (cached && Date.now() - cached.savedAtMs < limits.freshMs) return cached.value
    pending ??= renew()
    return pending
  }
}
