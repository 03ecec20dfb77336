import { ErrorPage, ErrorScreen } from '#pages/ErrorPage.tsx'
import { toProblem } from '#shared/failure.ts'
import { type Navigate, type PageAddress, RouterContext } from '#shared/web/navigation/router.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { LoadedPage } from './load-page.ts'

type PageOrErrorScreenProps = { view: LoadedPage; address: PageAddress; navigate: Navigate }

/** A page in its layout, in the browser and on the server; the error screen in place of a page that failed (§2). */
export function PageOrErrorScreen({ view, address, navigate }: PageOrErrorScreenProps) {
  const { route, params, Page, Frame, problem, isAlone } = view
  return (
    <RouterContext value={{ address, params, navigate }}>
      {isAlone && problem ? (
        <ErrorPage problem={problem} />
      ) : (
        <Frame>
          <ErrorBoundary
            key={`${route.id} ${address.pathname}`}
            fallback={(error) => <ErrorScreen problem={toProblem(error)} />}
          >
            {problem ? <ErrorScreen problem={problem} /> : <Page />}
          </ErrorBoundary>
        </Frame>
      )}
    </RouterContext>
  )
}
