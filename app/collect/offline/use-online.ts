import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Whether this browser has a network, as far as it knows. */
export const useOnline = () => useSyncExternalStore(subscribe, isOnline);
