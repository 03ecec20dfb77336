import { PageHead } from '#features/site/web/PageHead.tsx'

/** §2 /register. */
export default function RegisterPage() {
  return (
    <>
      <PageHead title="Create an account" description="Keep items, post reviews." isIndexed={false} />
      <h1>Create an account</h1>
    </>
  )
}
