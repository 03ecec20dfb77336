import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from '#features/site/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

/** The site's minimum length of new passwords, and the hint that says so. */
export function usePasswordLength({ atLeast = 0 } = {}): { minLength: number; hint: string } {
  const { passwordMin } = useSuspenseQuery(settingsQuery(useApiClient())).data.data
  const minLength = Math.max(passwordMin, atLeast)
  return { minLength, hint: `${minLength} characters or more` }
}
