import type { JWTHeaderParameters } from 'jose'
import { z } from 'zod'
import { createClaims, signIdToken } from '#features/auth/server/google-issuer.fake.ts'
import type { Simulator } from '#simulator/simulate.ts'
import type { Reply } from '#support/http-client.ts'
import type { TestApp } from './api.ts'

export const clientId = 'chopmark-tests'
export const owner = { email: 'owner@example.org', name: 'Google Owner' }

const nonceReply = z.object({ data: z.object({ nonce: z.string(), authorizationUrl: z.string() }) })
type CredentialOptions = {
  email?: string
  name?: string
  nonce?: string
  /** Replace the issuer's claims; undefined leaves a claim out. */
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  isStranger?: boolean
}
type LoginBody = { email?: string; credential?: unknown; idToken?: unknown; password?: string }

/** What the operator configures for logins at the simulated issuer. */
export function getGoogleEnv(simulator: Simulator): Record<string, string> {
  return { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: `${simulator.url}/google`, RATE_MULTIPLIER: '1000' }
}

/** A visitor who can log in at the simulated issuer, or claim to have done so. */
export function createGoogleVisitor(app: () => TestApp, simulator: Simulator) {
  const issuer = `${simulator.url}/google`

  async function begin(): Promise<{ nonce: string; authorizationUrl: string }> {
    return nonceReply.parse((await app().post('/auth/google-nonce', {})).body).data
  }

  async function claims({ email = owner.email, name = owner.name, ...given }: CredentialOptions = {}) {
    const nonce = given.nonce ?? (await begin()).nonce
    return { ...createClaims({ email, name }, { issuer, clientId, nonce }), ...given.claims }
  }

  return {
    issuer,
    begin,
    claims,
    /** An ID token as the issuer gives it, but for what is said to be different. */
    credential: async (making: CredentialOptions = {}) => signIdToken(await claims(making), making),
    logIn: ({ email = owner.email, ...sent }: LoginBody): Promise<Reply> =>
      app().post('/auth/login', { email, method: 'google', ...sent }),
  }
}
