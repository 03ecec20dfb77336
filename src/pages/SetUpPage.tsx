import { PageHead } from '#features/site/web/PageHead.tsx'

/** Creates the first admin with the link that the server printed at its start. */
export default function SetUpPage() {
  return (
    <>
      <PageHead title="Set up the site" description="Create the first admin." isIndexed={false} />
      <h1>Set up the site</h1>
    </>
  )
}
