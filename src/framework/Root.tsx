import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { NowContext } from '#shared/web/hooks/now.ts'
import { ApiClientContext } from '#shared/web/session/api-client.tsx'

type RootProps = { queryClient: QueryClient; send: ApiClient; now: number; children: ReactNode }

/** The document around every page, the same on both sides. The server writes its own tags into the empty head. */
export function Root({ queryClient, send, now, children }: RootProps) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head />
      <body>
        <ApiClientContext value={send}>
          <NowContext value={now}>
            <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
          </NowContext>
        </ApiClientContext>
      </body>
    </html>
  )
}
