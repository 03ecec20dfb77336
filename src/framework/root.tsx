import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Send } from '#shared/contract.ts'
import { NowContext } from '#shared/web/now.ts'
import { SendContext } from '#shared/web/send.tsx'

type RootProps = { queryClient: QueryClient; send: Send; now: number; children: ReactNode }

/** The document around every page, the same on both sides. The server writes its own tags into the empty head. */
export function Root({ queryClient, send, now, children }: RootProps) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head />
      <body>
        <SendContext value={send}>
          <NowContext value={now}>
            <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
          </NowContext>
        </SendContext>
      </body>
    </html>
  )
}
