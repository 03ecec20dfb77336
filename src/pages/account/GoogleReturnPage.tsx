import { useEffect } from 'react'
import { googleText } from '#features/auth/texts-and-limits.ts'
import { completeGooglePopup } from '#features/auth/web/google/google-popup.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { AccountSheet } from './AccountSheet.tsx'

/** Where Google redirects its window to; the page's first effect reads the result once. */
export default function GoogleReturnPage() {
  useEffect(completeGooglePopup, [])
  return (
    <>
      <PageHead title="Google sign-in" description="Finishing your Google sign-in." isIndexed={false} />
      <AccountSheet title="Google sign-in" object={null}>
        <p>{googleText.closeWindow}</p>
      </AccountSheet>
    </>
  )
}
