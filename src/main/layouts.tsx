import { Fragment } from 'react'
import { agentsQuery } from '#features/agents/web/queries.ts'
import { settingsQuery } from '#features/site/web/queries.ts'
import type { Layout } from '#framework/route.ts'
import { PublicLayout } from '#pages/layouts/public/PublicLayout.tsx'
import { RequireUser } from '#pages/layouts/RequireUser.tsx'

/** The layout of public pages. */
export const publicLayout: Layout = {
  Frame: PublicLayout,
  load: async ({ send, critical }) => {
    await Promise.all([critical(settingsQuery(send)), critical(agentsQuery(send))])
  },
}

/** For logged-in users. */
export const memberLayout: Layout = {
  ...publicLayout,
  access: 'user',
  Frame: ({ children }) => (
    <PublicLayout>
      <RequireUser>{children}</RequireUser>
    </PublicLayout>
  ),
}

/** The frame is part of each dashboard page, because few users need its code. */
export const dashboardLayout: Layout = {
  access: 'admin',
  load: async ({ send, critical }) => {
    await critical(settingsQuery(send))
  },
  Frame: Fragment,
}

/** No frame around the page. */
export const bareLayout: Layout = { load: async () => undefined, Frame: Fragment }
