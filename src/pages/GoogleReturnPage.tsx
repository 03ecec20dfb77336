import { useEffect } from 'react'
import { googleText } from '#features/auth/spec.ts'
import { returnFromGoogle } from '#features/auth/web/google.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'

/** Where Google sends its window back to; what it says is read once by the page's first effect. */
export default function GoogleReturnPage() {
  useEffect(returnFromGoogle, [])
  return (
    <div className="wrap">
      <PageHead title="Google sign-in" description="The end of a sign-in with Google." isIndexed={false} />
      <h1>Google sign-in</h1>
      <p>{googleText.closeWindow}</p>
    </div>
  )
}
