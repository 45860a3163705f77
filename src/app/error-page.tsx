import { Component, type ErrorInfo, type ReactNode } from 'react'
import { PageLoadError } from '@/app/pages'
import { Button, buttonStyle } from '@/components/ui/button'
import { reportError } from '@/lib/error-reporter'
import { paths } from '@/lib/paths'

type Props = { children: ReactNode /** Retries when it changes. */; attempt?: string }
type State = { error?: unknown }

/** Resets when the address changes; reports each error once. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportError({ error, source: 'render', componentStack: componentStack ?? undefined })
  }

  override componentDidUpdate(before: Props) {
    if (before.attempt !== this.props.attempt && this.state.error) this.setState({ error: undefined })
  }

  override render() {
    return this.state.error ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}

function ErrorPage({ error }: { error: unknown }) {
  const missing = error instanceof PageLoadError
  return (
    <div role="alert" className="mx-auto max-w-xl px-4 py-20">
      <h1 className="text-xl font-semibold tracking-[-.018em]">
        {missing ? 'This page could not be loaded' : 'Something went wrong on this page'}
      </h1>
      <p className="mt-2 text-base text-ink-2">
        {missing
          ? 'There may be a new version, or the connection was lost. Reload to get the page.'
          : 'Your tokens and orders are safe: they are stored on the server. Reload to try again.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <a href={paths.home} className={buttonStyle({ variant: 'secondary' })}>
          Go to the home page
        </a>
      </div>
    </div>
  )
}
