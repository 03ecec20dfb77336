import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: (error: unknown) => ReactNode }
type State = { failure?: { error: unknown } }

/** Draws `fallback` in place of what could not be drawn. A `key` that changes with the page gives it a new start. */
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
