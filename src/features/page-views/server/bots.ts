/** Words in the User-Agent of programs that say what they are; Cubot makes telephones. */
const words =
  /(?<!cu)bots?\b|crawl|spider|slurp|archiver|preview|monitor|uptime|headless|phantom|puppeteer|lighthouse|scrap|fetch|python|curl|wget|java\/|okhttp|axios|go-http|libwww|httpclient|facebookexternalhit/i

/** True for a program that says so, and for a caller that says nothing at all, which no browser does. */
export function isBot(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') || words.test(userAgent)
}
