import { guessKinds } from '#operations/commands/kind-commands.ts'

// `npm run cli -- kinds:guess` starts this file from the sources, because the command needs no build.
try {
  process.exitCode = await guessKinds(process.argv.slice(2), process.stdout)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
