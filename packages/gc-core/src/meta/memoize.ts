/** The same function, which works out the answer for each argument once. */
export function memoize<Key, Value extends object | string | boolean>(
  find: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
}
