import { Component, type ReactNode } from 'react'
import { ErrorPage, ErrorScreen } from '#pages/ErrorPage.tsx'
import { toProblem } from '#shared/failure.ts'
import { type Navigate, type PageAddress, RouterContext } from '#shared/web/navigation/router.tsx'
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

type ErrorBoundaryProps = { children: ReactNode; fallback: (error: unknown) => ReactNode }
type ErrorBoundaryState = { failure?: { error: unknown } }

/** Renders `fallback` in place of children that throw. A `key` that changes with the page resets it. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {}

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    return this.state.failure ? fallback(this.state.failure.error) : children
  }
}
