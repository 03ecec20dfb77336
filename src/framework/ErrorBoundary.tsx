import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { children: ReactNode; fallback: (error: unknown) => ReactNode }
type ErrorBoundaryState = { failure?: { error: unknown } }

/** Renders `fallback` in place of children that throw. A `key` that changes with the page resets it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {}

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    return this.state.failure ? fallback(this.state.failure.error) : children
  }
}
