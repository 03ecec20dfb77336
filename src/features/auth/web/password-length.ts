import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from '#features/site/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

/** The site's minimum length of new passwords, and the hint that says so. */
export function usePasswordLength({ atLeast = 0 } = {}): { shortest: number; hint: string } {
  const { passwordMin } = useSuspenseQuery(settingsQuery(useApiClient())).data.data
  const shortest = Math.max(passwordMin, atLeast)
  return { shortest, hint: `${shortest} characters or more` }
}
