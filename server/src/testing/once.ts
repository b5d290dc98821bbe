/** Makes something once for each scene, whoever asks for it first. */
export function perScene<Scene extends object, Made>(
  make: (scene: Scene) => Promise<Made>,
): (scene: Scene) => Promise<Made> {
  const made = new WeakMap<Scene, Promise<Made>>();
  return (scene) => {
    const known = made.get(scene) ?? make(scene);
    made.set(scene, known);
    return known;
  };
}

/** Makes something once for each key, whoever asks for it first. */
export const remembered = <Key, Value>(make: (key: Key) => Promise<Value>) => {
  const made = new Map<Key, Promise<Value>>();
  return (key: Key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
};
