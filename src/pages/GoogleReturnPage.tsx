import { useEffect } from 'react'
import { googleText } from '#features/auth/spec.ts'
import { completeGooglePopup } from '#features/auth/web/google-popup.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { AccountSheet } from './account/AccountSheet.tsx'
import { Prints } from './home/Prints.tsx'

/** Where Google sends its window back to; what it says is read once by the page's first effect. */
export default function GoogleReturnPage() {
  useEffect(completeGooglePopup, [])
  return (
    <>
      <PageHead title="Google sign-in" description="The end of a sign-in with Google." isIndexed={false} />
      <AccountSheet title="Google sign-in" object={<Prints />}>
        <p>{googleText.closeWindow}</p>
      </AccountSheet>
    </>
  )
}
