import { failures } from '#shared/failure.ts'
import { ErrorScreen } from './ErrorPage.tsx'

/** Every address that no route knows. */
export default function NotFoundPage() {
  return <ErrorScreen problem={failures.notFound} />
}
