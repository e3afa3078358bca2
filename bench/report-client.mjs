// The user who downloads the report of P12, in a process of their own: takes the file and throws it away.
const [, , url, token] = process.argv
const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
if (response.status !== 200) throw new Error(await response.text())
for await (const chunk of response.body) void chunk
