// Downloads the report of P12 in a separate process, as a user would, and discards it.
const [, , url, token] = process.argv
const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
if (response.status !== 200) throw new Error(await response.text())
for await (const chunk of response.body) void chunk
