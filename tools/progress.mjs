// A reporter for vitest and Playwright that sends `npm test` how many test files or browser tests have ended.

export default class Progress {
  #done = 0
  #total = 0

  // Called by vitest.
  onTestRunStart(files) {
    this.#total = files.length
  }
  onTestModuleEnd() {
    this.#report()
  }

  // Called by Playwright.
  onBegin(_config, suite) {
    this.#total = suite.allTests().length
  }
  onTestEnd() {
    this.#report()
  }

  #report() {
    this.#done += 1
    process.send?.({ done: this.#done, total: this.#total })
  }
}
