import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: (error: unknown) => ReactNode }
type State = { failure?: { error: unknown } }

/** Renders `fallback` in place of children that throw. A `key` that changes with the page resets it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    return this.state.failure ? fallback(this.state.failure.error) : children
  }
}
